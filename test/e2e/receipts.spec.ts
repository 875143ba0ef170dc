import { anotherBrowser, signIn } from '../browser/account-pages.ts';
import { expect, expectAccessible, type Language, test } from '../browser/browser.ts';
import { openAsGuest } from '../browser/esim-page.ts';
import { misfits } from '../browser/reflow.ts';
import { createAccount } from '../support/accounts.ts';
import { FULL } from '../support/full.ts';
import { readPdf } from '../support/pdf.ts';
import { bought } from '../support/shop.ts';

/** Receipts: those of an account with what is on them, and that of a guest on the page of the order. */

const WORDS = {
  en: {
    contents: 'On this page',
    title: 'Receipts',
    none: 'No receipts yet',
    plan: 'France 3GB',
    all: /^All of \d{4}, PDF$/,
    sums: /^\d{4}: paid \$11\.00\./,
    card: 'On the receipts',
    add: 'Add a name or company',
    change: 'Change',
    dialog: 'On your receipts',
    name: 'Name',
    company: 'Company',
    vatId: 'VAT number of the company',
    wrong: 'This is no VAT number: two letters of a country come first.',
    save: 'Save',
    file: /^R-\d{4}-\d{4}, PDF$/,
    receipt: 'Receipt, PDF',
    facts: 'Fact sheet, PDF',
    printed: ['Receipt', 'France eSIM, 3GB', '$11.00'],
    sheet: 'Plan facts',
    page: '/plans/local/france',
  },
  fr: {
    contents: 'Sur cette page',
    title: 'Reçus',
    none: 'Pas encore de reçu',
    plan: 'France 3\u00a0Go',
    all: /^Toute l’année \d{4}, PDF$/,
    sums: /^\d{4}\u00a0: 11,00\u00a0\$US payés\./,
    card: 'Sur les reçus',
    add: 'Ajouter un nom ou une société',
    change: 'Modifier',
    dialog: 'Sur vos reçus',
    name: 'Nom',
    company: 'Société',
    vatId: 'Numéro de TVA de la société',
    wrong: 'Ce n’est pas un numéro de TVA\u00a0: il commence par les deux lettres d’un pays.',
    save: 'Enregistrer',
    file: /^R-\d{4}-\d{4}, PDF$/,
    receipt: 'Reçu, PDF',
    facts: 'Fiche du forfait, PDF',
    printed: ['Reçu', 'eSIM France, 3 Go', '11,00 $US'],
    sheet: 'Fiche du forfait',
    page: '/fr/plans/local/france',
  },
};

const plain = (text: string) => text.replaceAll(/[\s\u00a0\u202f]+/g, ' ');

for (const language of (FULL ? ['en', 'fr'] : ['en']) as Language[])
  test.describe(`[${language}]`, () => {
    test.use({ language });
    const words = WORDS[language];

    test('an account finds its receipts, and says what is on the next ones', async ({ page, world }) => {
      const account = await createAccount(world.app, language);
      await signIn(page, account, language);
      await page.goto('/profile/settings');
      await page.getByRole('navigation', { name: words.contents }).getByRole('link', { name: words.title }).click();
      await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
      await expect(page.getByRole('heading', { name: words.none })).toBeVisible();

      const card = page.getByRole('region', { name: words.card });
      await card.getByRole('button', { name: words.add }).click();
      const dialog = page.getByRole('dialog', { name: words.dialog });
      await dialog.getByLabel(words.name, { exact: true }).fill('Zoë Müller');
      await dialog.getByLabel(words.company, { exact: true }).fill('Müller Reisen GmbH');
      await dialog.getByLabel(words.vatId).fill('123');
      await dialog.getByRole('button', { name: words.save }).click();
      await expect(dialog.getByText(words.wrong)).toBeVisible();
      await expectAccessible(page);
      await dialog.getByLabel(words.vatId).fill('DE123456789');
      await dialog.getByRole('button', { name: words.save }).click();
      await expect(dialog).toBeHidden();
      await expect(card.getByText('Müller Reisen GmbH, Zoë Müller, DE123456789')).toBeVisible();
      await expect(card.getByRole('button', { name: words.change })).toBeVisible();

      await bought(
        world.app,
        { email: account.email, locale: language },
        { authorization: `Bearer ${account.idToken}` },
      );
      await page.reload();
      const row = page.getByRole('row', { name: words.plan });
      await expect(row).toBeVisible();
      await expect(page.getByText(words.sums)).toBeVisible();
      await expectAccessible(page);
      for (const width of [320, 390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await misfits(page)).toEqual([]);
      }

      const href = (await row.getByRole('link', { name: words.file }).getAttribute('href'))!;
      const file = await readPdf(await (await page.request.get(href)).body());
      for (const each of [...words.printed, 'Müller Reisen GmbH', 'Zoë Müller'])
        expect(plain(file.text)).toContain(each);
      const year = (await page.getByRole('link', { name: words.all }).getAttribute('href'))!;
      expect((await readPdf(await (await page.request.get(year)).body())).pages).toHaveLength(1);
    });

    test('a guest opens the receipt from the page of the order, and no other browser does', async ({
      page,
      world,
      browser,
    }) => {
      const buyer = await bought(world.app, { locale: language });
      await openAsGuest(page, world, buyer);
      const link = page.getByRole('link', { name: words.receipt });
      await expect(link).toBeVisible();
      const href = (await link.getAttribute('href'))!;
      const file = await readPdf(await (await page.request.get(href)).body());
      for (const each of [...words.printed, buyer.order.number]) expect(plain(file.text)).toContain(each);

      const stranger = await anotherBrowser(browser, world);
      const answer = await stranger.request.get(href);
      expect(answer.headers()['content-type']).toContain('text/html');
      await stranger.context().close();
    });

    test('the facts of a plan are on one page of paper', async ({ page }) => {
      await page.goto(words.page);
      const href = (await page.getByRole('link', { name: words.facts }).getAttribute('href'))!;
      const answer = await page.request.get(href);
      expect(answer.headers()['content-type']).toBe('application/pdf');
      const sheet = await readPdf(await answer.body());
      expect(sheet.pages).toHaveLength(1);
      expect(sheet.text).toContain(words.sheet);
      const facts = await page.locator('.facts-label dt').allInnerTexts();
      for (const fact of facts) expect(plain(sheet.text)).toContain(plain(fact).trim());
    });
  });
