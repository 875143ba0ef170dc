import type { Page } from '@playwright/test';
import { anotherBrowser, signIn } from '../browser/account-pages.ts';
import { type BrowserWorld, expect, expectAccessible, type Language, test } from '../browser/browser.ts';
import { openAsGuest } from '../browser/esim-page.ts';
import type { LineRefundView } from '#src/shared/refund-views.ts';
import { createAccount } from '../support/accounts.ts';
import { onDatabase } from '../support/database-access.ts';
import { FULL } from '../support/full.ts';
import { bought, type Buyer, look } from '../support/shop.ts';
import { control, until } from '../support/wire.ts';

/** A refund by oneself, from the page of the eSIM to the reference for the bank, and a request that a person answers. */

const WORDS = {
  en: {
    refund: 'Refund',
    title: 'Refund France - 3GB?',
    checked: 'We asked the network a moment ago: no data used.',
    why: 'Why?',
    reason: 'I am not travelling',
    keep: 'Keep it',
    button: 'Refund $11.00',
    onItsWay: '$11.00 is on its way to your card',
    steps: ['Refund ordered', 'eSIM given back', 'With your bank', 'On your statement'],
    ask: 'What went wrong with France - 3GB?',
    person: '1.1GB used, so a person decides. You get an answer within 2 working days.',
    fault: 'Hotspot did not work',
    where: 'Where',
    when: 'When',
    words: 'What did you try? (optional)',
    send: 'Send request',
    asked: 'A person looks at your request',
    list: 'Get your money back',
    lines: 'Your plans',
    row: 'Refund $11.00, France 3GB',
    see: 'See the refund, France 3GB',
    changed: 'Nothing was sent',
  },
  fr: {
    refund: 'Remboursement',
    title: 'Rembourser France - 3\u00a0Go\u202f?',
    checked: 'Nous venons d’interroger le réseau\u00a0: aucune donnée consommée.',
    why: 'Pourquoi\u202f?',
    reason: 'Je ne pars plus',
    keep: 'La garder',
    button: 'Rembourser 11,00\u00a0$US',
    onItsWay: '11,00\u00a0$US vont être recrédités sur votre carte',
    steps: ['Remboursement ordonné', 'eSIM rendue', 'Chez votre banque', 'Sur votre relevé'],
    ask: 'Que s’est-il passé avec France - 3\u00a0Go\u202f?',
    person:
      /1,1\u00a0Go consommés\u00a0: c’est donc une personne qui décide\. Vous aurez une réponse sous 2 jours ouvrés\./,
    fault: 'Le partage de connexion ne marchait pas',
    where: 'Où',
    when: 'Quand',
    words: 'Qu’avez-vous essayé\u202f? (facultatif)',
    send: 'Envoyer la demande',
    asked: 'Une personne examine votre demande',
    list: 'Se faire rembourser',
    lines: 'Vos forfaits',
    row: 'Rembourser 11,00\u00a0$US, France 3\u00a0Go',
    see: 'Suivre le remboursement, France 3\u00a0Go',
    changed: 'Rien n’a été envoyé',
  },
};

const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** What the wholesaler says of the first eSIM of an order. */
async function use(world: BrowserWorld, buyer: Buyer, remaining: number): Promise<void> {
  const { lines } = await look(world.app, buyer);
  await control(world.airalo, { usage: { iccid: lines[0]?.esim?.iccid, set: { status: 'ACTIVE', remaining } } });
  // What was read before is old.
  await onDatabase(
    world.databaseUrl,
    `update esims set usage_at = now() - interval '1 hour' where order_id = '${buyer.order.id}'`,
  );
}

/** The wholesaler has answered, and the money is on its way. */
const isGivenBack = (world: BrowserWorld, { order: { id }, cookie }: Buyer) =>
  until(
    async () => {
      const answer = await fetch(`${world.app.url}/api/orders/${id}/lines/1/refund`, { headers: { cookie } });
      const { request } = (await answer.json()) as LineRefundView;
      return request?.profile !== 'to-return' && request?.refund?.status === 'succeeded';
    },
    { what: 'the eSIM is given back' },
  );

/** The refund was ordered: its steps, until the bank has it. */
async function expectSteps(page: Page, language: Language): Promise<void> {
  const words = WORDS[language];
  await expect(h1(page, words.onItsWay)).toBeVisible();
  const steps = page.getByRole('main').getByRole('listitem');
  for (const step of words.steps) await expect(steps.filter({ hasText: step })).toBeVisible();
}

function story(language: Language): void {
  const words = WORDS[language];

  test('a guest gives an unused eSIM back, from its page, and keeps it first', async ({ page, world }) => {
    const buyer = await bought(world.app, { locale: language });
    await openAsGuest(page, world, buyer);
    await page.getByRole('main').getByRole('link', { name: words.refund, exact: true }).press('Enter');
    await expect(h1(page, words.title)).toBeVisible();
    await expect(page.getByText(words.checked)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: words.keep }).press('Enter');
    await expect(page).toHaveURL(`/orders/${buyer.order.id}`);
    await page.goto(`/orders/${buyer.order.id}/refund?line=1`);
    await page.getByLabel(words.why).selectOption({ label: words.reason });
    await page.getByRole('button', { name: words.button }).press('Enter');
    await expect(h1(page, words.onItsWay)).toBeFocused();
    await isGivenBack(world, buyer);
    await page.reload();
    await expectSteps(page, language);
    await expectAccessible(page);
  });

  test('what was used is asked for, with what went wrong', async ({ page, world }) => {
    const buyer = await bought(world.app, { locale: language });
    await use(world, buyer, 1946);
    await openAsGuest(page, world, buyer);
    await page.goto(`/orders/${buyer.order.id}/refund?line=1`);
    await expect(h1(page, words.ask)).toBeVisible();
    await expect(page.getByText(words.person)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('radio', { name: words.fault }).check();
    await page.getByLabel(words.where, { exact: true }).fill('Chamonix');
    await page.getByLabel(words.when, { exact: true }).fill('16-17');
    await page.getByLabel(words.words).fill('Restarted twice.');
    await page.getByRole('button', { name: words.send }).press('Enter');
    await expect(h1(page, words.asked)).toBeFocused();
    await expect(page.getByText(buyer.email)).toBeVisible();
    await expectAccessible(page);
  });
}

story('en');

if (FULL) {
  test.describe('[fr] on a phone', () => {
    test.use({ language: 'fr', isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } });
    story('fr');
  });

  for (const language of ['en', 'fr'] as const)
    test.describe(`[${language}] an account`, () => {
      test.use({ language });

      test('lists what can be given back', async ({ browser, world }) => {
        const words = WORDS[language];
        const account = await createAccount(world.app, language);
        const bearer = { authorization: `Bearer ${account.idToken}` };
        await bought(world.app, { email: account.email, locale: language }, bearer);
        const page = await anotherBrowser(browser, world, language);
        await signIn(page, account, language);
        await page.goto('/refund');
        await expect(h1(page, words.list)).toBeVisible();
        await expect(page.getByRole('list', { name: words.lines }).getByRole('listitem')).toHaveCount(1);
        await expectAccessible(page);
        await page.getByRole('link', { name: words.row }).click();
        await page.getByRole('button', { name: words.button }).click();
        await expect(h1(page, words.onItsWay)).toBeVisible();
        await page.goto('/refund');
        await expect(page.getByRole('link', { name: words.see })).toBeVisible();
        await page.context().close();
      });
    });

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });

    test('a guest gives back and asks, and reads why not', async ({ page, world }) => {
      const words = WORDS.en;
      const buyer = await bought(world.app);
      await openAsGuest(page, world, buyer);
      await page.goto(`/orders/${buyer.order.id}/refund?line=1`);
      await expect(h1(page, words.title)).toBeVisible();
      await use(world, buyer, 1946);
      await page.getByRole('button', { name: words.button }).click();
      await expect(page.getByRole('alert')).toContainText(words.changed);
      await expect(h1(page, words.ask)).toBeVisible();
      await page.getByRole('button', { name: words.send }).click();
      await expect(h1(page, words.asked)).toBeVisible();

      const unused = await bought(world.app);
      await openAsGuest(page, world, unused);
      await page.goto(`/orders/${unused.order.id}/refund?line=1`);
      await page.getByRole('button', { name: words.button }).click();
      await expect(h1(page, words.onItsWay)).toBeVisible();
      await isGivenBack(world, unused);
      await page.reload();
      await expectSteps(page, 'en');
    });
  });
}
