import type { Page } from '@playwright/test';
import { WORDS as VENDOR_WORDS } from '#sandbox/stripe/page/words.ts';
import { signIn } from '../browser/account-pages.ts';
import { expect, expectAccessible, forEachLanguage, type Language, test } from '../browser/browser.ts';
import { misfits } from '../browser/reflow.ts';
import { createAccount } from '../support/accounts.ts';
import { inFull } from '../support/full.ts';
import { CARDS, control, ledger } from '../support/wire.ts';

/** Saved cards: added on the payment provider's page, listed and removed on ours. */

const WORDS = {
  en: {
    title: 'Saved cards',
    none: 'No saved cards',
    add: 'Add a card',
    cancelled: 'No card was added.',
    saved: 'The card is saved. Nothing was charged.',
    visa: 'Visa ending in 4242',
    until: 'Until 12/40.',
    remove: 'Remove Visa ending in 4242',
    keep: 'Keep it',
    confirm: 'Remove Visa 4242',
    ended: 'Ended, 01/26',
    thisMonth: /^Ends this month, /,
    away: /^Our payment provider does not answer\. These are your cards/,
    lost: /^Your cards are no longer at our payment provider/,
    pay: /^Pay \$/,
    phone: /^My phone/,
    save: /^Save this card for auto top-ups/,
  },
  fr: {
    title: 'Cartes enregistrées',
    none: 'Aucune carte enregistrée',
    add: 'Ajouter une carte',
    cancelled: 'Aucune carte n’a été ajoutée.',
    saved: 'La carte est enregistrée. Rien n’a été débité.',
    visa: 'Visa se terminant par 4242',
    until: 'Jusqu’au 12/40.',
    remove: 'Supprimer Visa se terminant par 4242',
    keep: 'Garder la carte',
    confirm: 'Supprimer Visa 4242',
    ended: 'Expirée, 01/26',
    thisMonth: /^Expire ce mois-ci, /,
    away: /^Notre prestataire de paiement ne répond pas\. Voici vos cartes/,
    lost: /^Vos cartes ne sont plus chez notre prestataire de paiement/,
    pay: /^Payer /,
    phone: /^Mon téléphone/,
    save: /^Enregistrer cette carte pour les recharges automatiques/,
  },
};

/** Fills in the provider's page that saves a card. */
async function saveCard(page: Page, language: Language, email: string, card: string = CARDS.good): Promise<void> {
  const words = VENDOR_WORDS[language];
  await page.getByLabel(words.email).fill(email);
  await page.getByLabel(words.cardNumber).fill(card);
  await page.getByLabel(words.expiry).fill('12 / 40');
  await page.getByLabel(words.cvc).fill('123');
  await page.getByLabel(words.name).fill('Amara Diallo');
  await page.getByRole('button', { name: words.save, exact: true }).click();
}

function story(language: Language): void {
  const words = WORDS[language];

  test('a card is added on the provider’s page, and removed by keyboard after a question', async ({ page, world }) => {
    const account = await createAccount(world.app, language);
    await signIn(page, account, language);
    await page.goto('/profile/settings');
    await page.getByRole('link', { name: words.title, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
    await expect(page.getByRole('heading', { name: words.none })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('button', { name: words.add }).click();
    await page.getByRole('link', { name: /(Back|Retour) .*Cairn/ }).click();
    await expect(page.getByText(words.cancelled)).toBeVisible();
    await page.getByRole('button', { name: words.add }).click();
    await saveCard(page, language, account.email);
    await expect(page.getByText(words.saved)).toBeVisible();
    const card = page.getByRole('listitem').filter({ hasText: words.visa });
    await expect(card.getByText(words.until)).toBeVisible();
    await page.setViewportSize({ width: 320, height: 720 });
    expect(await misfits(page)).toEqual([]);
    await expectAccessible(page);

    const remove = page.getByRole('button', { name: words.remove });
    const dialog = page.getByRole('dialog', { name: words.remove });
    await remove.focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    expect(await misfits(page)).toEqual([]);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(remove).toBeFocused();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: words.confirm }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: words.none })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: words.none })).toBeVisible();
  });
}

story('en');
inFull(() =>
  test.describe('[fr]', () => {
    test.use({ language: 'fr' });
    story('fr');
  }),
);

inFull(() =>
  forEachLanguage((language) => {
    const words = WORDS[language];

    test('what the provider says is shown: ends, no answer, and that the cards are gone', async ({ page, world }) => {
      const account = await createAccount(world.app, language);
      await signIn(page, account, language);
      await page.goto('/profile/cards');
      await page.getByRole('button', { name: words.add }).click();
      await saveCard(page, language, account.email);
      await expect(page.getByText(words.saved)).toBeVisible();

      const { payment_methods: methods } = await ledger<{ payment_methods: { id: string; customer: string | null }[] }>(
        world.stripe,
      );
      const { id: method, customer } = methods.findLast((each) => each.customer !== null)!;
      const now = new Date();
      const renew = (exp_month: number, exp_year: number) =>
        control(world.stripe, { renew_card: { payment_method: method, exp_month, exp_year } });
      await renew(1, 2026);
      await page.goto('/profile/cards');
      await expect(page.getByText(words.ended)).toBeVisible();
      await renew(now.getUTCMonth() + 1, now.getUTCFullYear());
      await page.reload();
      await expect(page.getByText(words.thisMonth)).toBeVisible();
      await expectAccessible(page);

      await control(world.stripe, { fail: { call: 'payment_methods.list', hangup: true, times: 3 } });
      await page.reload();
      await expect(page.getByText(words.away)).toBeVisible();
      await expect(page.getByText(words.visa)).toBeVisible();
      await expectAccessible(page);
      await control(world.stripe, { delete_customer: { customer } });
      await page.reload();
      await expect(page.getByText(words.lost)).toBeVisible();
      await expect(page.getByRole('heading', { name: words.none })).toBeVisible();
    });

    test('a purchase saves its card, where the buyer says so', async ({ page, world }) => {
      const account = await createAccount(world.app, language);
      await signIn(page, account, language);
      await page.goto('/checkout/france-3gb');
      await page.getByRole('checkbox', { name: words.phone }).check();
      const save = page.getByRole('checkbox', { name: words.save });
      await expect(save).not.toBeChecked();
      await expectAccessible(page);
      await save.check();
      await page.getByRole('button', { name: words.pay }).click();
      const vendor = VENDOR_WORDS[language];
      await page.getByLabel(vendor.email).fill(account.email);
      await page.getByLabel(vendor.cardNumber).fill(CARDS.good);
      await page.getByLabel(vendor.expiry).fill('12 / 40');
      await page.getByLabel(vendor.cvc).fill('123');
      await page.getByLabel(vendor.name).fill('Amara Diallo');
      await page.getByRole('button', { name: words.pay }).click();
      await expect(page).toHaveURL(/\/orders\//);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.goto('/profile/cards');
      await expect(page.getByText(words.visa)).toBeVisible();
    });
  }),
);
