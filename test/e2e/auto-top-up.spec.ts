import type { Page } from '@playwright/test';
import { anotherBrowser, signIn } from '../browser/account-pages.ts';
import { type BrowserWorld, expect, expectAccessible, forEachLanguage, test } from '../browser/browser.ts';
import { endOnDay20, openAsGuest, report } from '../browser/esim-page.ts';
import { payByCard } from '../browser/pages.ts';
import { createAccount, type TestAccount } from '../support/accounts.ts';
import { FULL_ONLY } from '../support/full.ts';
import { saveCard } from '../support/saved-cards.ts';
import { bought, type Buyer } from '../support/shop.ts';
import { CARDS, messages, until } from '../support/wire.ts';

/* Auto top-up on the page of an eSIM: with a saved card, by keyboard, and off from the mail without signing in. */

const WORDS = {
  en: {
    title: 'Auto top-up',
    cap: 'Cap',
    when: 'When so much is left',
    submit: 'Switch on',
    rule: /^When 10% or less is left, \S+ for \$[\d.]+ is added\./,
    month: 'Spent this month',
    noCard: /^You have no saved card yet\./,
    addCard: 'Add a card',
    signIn: 'It is paid from a saved card, so it belongs to an account.',
    plans: 'Plans on this eSIM',
    ask: 'Switch off auto top-up?',
    off: 'Switch off auto top-up',
    done: 'Auto top-up is off',
    stopped: 'The card was declined',
    bank: 'Your bank asks you to confirm',
    confirm: 'Confirm the payment',
    capped: /^Nothing more is added this month\./,
    cappedMail: 'Your auto top-up cap is reached',
    pay: /^Pay \$/,
    added: 'Your France eSIM is topped up',
    toEsim: 'See what is left',
    cards: {
      row: 'France 3GB, auto top-up of 1GB',
      spent: /^\$0\.00 of \$/,
      visa: 'Visa ending in 4242',
      mastercard: 'Mastercard ending in 4444',
      first: /First choice for auto top-ups\.$/,
      prefer: 'Make first choice: Mastercard ending in 4444',
      preferred: 'Mastercard ending in 4444 is your first choice.',
      remove: 'Remove Visa ending in 4242',
      ways: 'Auto top-ups',
      payWith: 'Pay with Mastercard 4444',
      off: /^Switch it off/,
      confirm: 'Remove Visa 4242',
      onOff: 'Auto top-up, France 3GB',
      isOff: 'Auto top-up is off for France 3GB.',
      unused: 'No auto top-up uses it',
    },
  },
  fr: {
    title: 'Recharge automatique',
    cap: 'Plafond',
    when: 'Quand il reste',
    submit: 'Activer',
    rule: /^Quand il reste 10\s% ou moins, nous ajoutons \S+\s\S+ pour /,
    month: 'Dépensé ce mois-ci',
    noCard: /^Vous n’avez pas encore de carte enregistrée\./,
    addCard: 'Ajouter une carte',
    signIn: 'Elle est payée avec une carte enregistrée, il faut donc un compte.',
    plans: 'Forfaits de cette eSIM',
    ask: 'Désactiver la recharge automatique\u202f?',
    off: 'Désactiver la recharge automatique',
    done: 'La recharge automatique est désactivée',
    stopped: 'La carte a été refusée',
    bank: 'Votre banque vous demande de confirmer',
    confirm: 'Confirmer le paiement',
    capped: /^Plus rien n’est ajouté ce mois-ci\./,
    cappedMail: 'Le plafond de votre recharge automatique est atteint',
    pay: /^Payer /,
    added: 'Votre eSIM France est rechargée',
    toEsim: 'Voir ce qui reste',
    cards: {
      row: 'France 3\u00a0Go, recharge automatique de 1\u00a0Go',
      spent: /^0,00\s\$US sur /,
      visa: 'Visa se terminant par 4242',
      mastercard: 'Mastercard se terminant par 4444',
      first: /Premier choix pour les recharges automatiques\.$/,
      prefer: 'Choisir en premier\u00a0: Mastercard se terminant par 4444',
      preferred: 'Mastercard se terminant par 4444 est votre premier choix.',
      remove: 'Supprimer Visa se terminant par 4242',
      ways: 'Recharges automatiques',
      payWith: 'Payer avec Mastercard 4444',
      off: /^La désactiver/,
      confirm: 'Supprimer Visa 4242',
      onOff: 'Recharge automatique, France 3\u00a0Go',
      isOff: 'La recharge automatique est désactivée pour France 3\u00a0Go.',
      unused: 'Aucune recharge automatique ne l’utilise',
    },
  },
};

/** The documented cards that are saved and then need their owner at each payment, or are declined. */
const ASKS = '4000002760003184';
const DECLINES = '4000000000000341';
const MASTERCARD = '5555555555554444';

const bearer = ({ idToken }: TestAccount) => ({
  authorization: `Bearer ${idToken}`,
  'content-type': 'application/json',
});

/** The eSIM of an account, in use, on its page. */
async function open(page: Page, world: BrowserWorld, language: 'en' | 'fr', card: string | null) {
  const account = await createAccount(world.app, language);
  const buyer = await bought(world.app, { email: account.email, locale: language }, bearer(account));
  await report(world, buyer, { status: 'ACTIVE', remaining: 1229, expired_at: endOnDay20() });
  if (card !== null) await saveCard({ app: world.app, idToken: account.idToken }, card);
  await signIn(page, account, language);
  await page.goto(`/orders/${buyer.order.id}`);
  return { account, buyer };
}

forEachLanguage((language) => {
  const words = WORDS[language];
  const card = (page: Page) => page.getByRole('region', { name: words.title, exact: true });
  const onOff = (page: Page) => card(page).getByRole('switch', { name: words.title, exact: true });

  /** By keyboard: opens the terms, takes the lowest cap, and agrees. */
  async function switchOn(page: Page): Promise<void> {
    await expect(onOff(page)).toBeEnabled();
    await onOff(page).press('Space');
    const dialog = page.getByRole('dialog', { name: words.title });
    const caps = dialog.getByRole('group', { name: words.cap, exact: true });
    await expect(caps.getByRole('radio').nth(1)).toBeChecked();
    await caps.getByRole('radio').nth(1).press('ArrowLeft');
    await expect(caps.getByRole('radio').nth(0)).toBeChecked();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: words.submit, exact: true }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(onOff(page)).toHaveAttribute('aria-checked', 'true');
  }

  const low = (world: BrowserWorld, buyer: Buyer) =>
    report(world, buyer, { status: 'ACTIVE', remaining: 250, expired_at: endOnDay20() });

  test('an owner switches it on, a plan is added, and the mail switches it off without a sign-in', async ({
    page,
    world,
    browser,
  }) => {
    const { account, buyer } = await open(page, world, language, CARDS.good);
    await switchOn(page);
    await expect(card(page).getByText(words.rule)).toBeVisible();
    const month = card(page).getByRole('meter', { name: words.month });
    await expect(month).toHaveAttribute('aria-valuenow', '0');
    await expectAccessible(page);
    await low(world, buyer);
    await page.reload();
    await expect(page.getByRole('heading', { name: words.plans })).toBeVisible({ timeout: 30_000 });
    await expect(month).toHaveAttribute('aria-valuenow', '50');

    const mail = await until(
      async () => (await messages(world.mail, account.email)).find(({ text }) => text.includes('/auto-top-up/')),
      { what: 'the mail about the added plan' },
    );
    const other = await anotherBrowser(browser, world, language);
    await other.goto(mail.links.find((each) => each.includes('/auto-top-up/'))!);
    await expect(other.getByRole('heading', { level: 1, name: words.ask })).toBeVisible();
    await expectAccessible(other);
    await other.getByRole('main').getByRole('button', { name: words.off, exact: true }).press('Enter');
    await expect(other.getByRole('heading', { level: 1, name: words.done })).toBeVisible();
    await other.context().close();
    await page.reload();
    await expect(onOff(page)).toHaveAttribute('aria-checked', 'false');
  });

  test(
    'a guest is asked to sign in, and an account without a card is led to its cards',
    FULL_ONLY,
    async ({ page, world }) => {
      const guest = await bought(world.app);
      await report(world, guest, { status: 'ACTIVE', remaining: 1229, expired_at: endOnDay20() });
      await openAsGuest(page, world, guest);
      await expect(card(page).getByText(words.signIn)).toBeVisible();
      await expect(onOff(page)).toHaveCount(0);
      await page.context().clearCookies();
      await open(page, world, language, null);
      await onOff(page).click();
      const dialog = page.getByRole('dialog', { name: words.title });
      await expect(dialog.getByText(words.noCard)).toBeVisible();
      await dialog.getByRole('link', { name: words.addCard }).click();
      await expect(page).toHaveURL(/\/profile\/cards$/);
    },
  );

  test(
    'the page says that the bank asks, and is paid there; and that a card was declined',
    FULL_ONLY,
    async ({ page, world, browser }) => {
      const asked = await open(page, world, language, ASKS);
      await switchOn(page);
      await low(world, asked.buyer);
      await page.reload();
      await expect(card(page).getByText(words.bank)).toBeVisible({ timeout: 30_000 });
      await expectAccessible(page);
      await card(page).getByRole('link', { name: words.confirm }).press('Enter');
      await page.getByRole('button', { name: words.pay }).press('Enter');
      await expect(page).toHaveURL((url) => url.origin === new URL(world.stripe.url).origin);
      await payByCard(page, language, CARDS.good);
      await expect(page.getByRole('heading', { level: 1, name: words.added })).toBeVisible({ timeout: 60_000 });
      await page.getByRole('link', { name: words.toEsim }).press('Enter');
      await expect(page.getByRole('heading', { name: words.plans })).toBeVisible();
      await expect(onOff(page)).toHaveAttribute('aria-checked', 'true');
      await expect(card(page).getByText(words.bank)).toHaveCount(0);

      const other = await anotherBrowser(browser, world, language);
      const declined = await open(other, world, language, DECLINES);
      await switchOn(other);
      await low(world, declined.buyer);
      await other.reload();
      await expect(card(other).getByText(words.stopped)).toBeVisible({ timeout: 30_000 });
      await expect(onOff(other)).toHaveAttribute('aria-checked', 'false');
      await expectAccessible(other);
      await other.context().close();
    },
  );

  test('the cap is never exceeded: the page and one mail say so', FULL_ONLY, async ({ page, world }) => {
    const { account, buyer } = await open(page, world, language, CARDS.good);
    await switchOn(page);
    const plans = page.locator('section').filter({ has: page.getByRole('heading', { name: words.plans }) });
    const month = card(page).getByRole('meter', { name: words.month });
    for (const [remaining, count, spent] of [
      [250, 2, '50'],
      [40, 3, '100'],
    ] as const) {
      await report(world, buyer, { status: 'ACTIVE', remaining, expired_at: endOnDay20() });
      await page.reload();
      await expect(plans.getByRole('listitem')).toHaveCount(count);
      await expect(month).toHaveAttribute('aria-valuenow', spent);
    }
    await expect(card(page).getByText(words.capped)).toBeVisible();
    await expect(onOff(page)).toHaveAttribute('aria-checked', 'true');
    await expectAccessible(page);
    await report(world, buyer, { status: 'ACTIVE', remaining: 20, expired_at: endOnDay20() });
    await page.reload();
    await until(
      async () => (await messages(world.mail, account.email)).find(({ subject }) => subject === words.cappedMail),
      { what: 'the mail about the cap' },
    );
    await page.reload();
    await expect(plans.getByRole('listitem')).toHaveCount(3);
  });

  test(
    'the settings list what pays with a card, choose another card, and switch it off; open pages show that',
    FULL_ONLY,
    async ({ page, world }) => {
      const said = words.cards;
      const { account } = await open(page, world, language, CARDS.good);
      await switchOn(page);
      await saveCard({ app: world.app, idToken: account.idToken }, MASTERCARD);
      const settings = await page.context().newPage();
      await settings.goto('/profile/cards');
      const [first, second] = [settings.locator('.saved-card').nth(0), settings.locator('.saved-card').nth(1)];
      await expect(first).toContainText(said.visa);
      await expect(first.getByText(said.first)).toBeVisible();
      const use = first.getByRole('listitem').first();
      await expect(use).toContainText(said.row);
      await expect(use.getByText(said.spent)).toBeVisible();
      await expectAccessible(settings);

      await second.getByRole('button', { name: said.prefer }).press('Enter');
      await expect(settings.getByText(said.preferred)).toBeVisible();
      await expect(first).toContainText(said.mastercard);
      await expect(first.getByText(said.first)).toBeVisible();

      await settings.getByRole('button', { name: said.remove }).press('Enter');
      const dialog = settings.getByRole('dialog', { name: said.remove });
      const ways = dialog.getByRole('group', { name: said.ways });
      await expect(ways.getByRole('radio', { name: said.payWith })).toBeChecked();
      await expect(ways.getByRole('radio', { name: said.payWith })).toBeFocused();
      await ways.getByRole('radio', { name: said.payWith }).press('ArrowDown');
      await expect(ways.getByRole('radio', { name: said.off })).toBeChecked();
      await ways.getByRole('radio', { name: said.off }).press('ArrowUp');
      await expectAccessible(settings);
      await dialog.getByRole('button', { name: said.confirm }).press('Enter');
      await expect(settings.locator('.saved-card')).toHaveCount(1);
      await expect(first.getByRole('listitem').first()).toContainText(said.row);
      // Its reader comes back to the other tab.
      const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await comeBack();
      await expect(card(page).getByText(said.mastercard)).toBeVisible();

      await settings.getByRole('switch', { name: said.onOff }).press('Space');
      await expect(settings.getByText(said.isOff)).toBeVisible();
      await expect(first.getByText(said.unused)).toBeVisible();
      await expectAccessible(settings);
      await comeBack();
      await expect(onOff(page)).toHaveAttribute('aria-checked', 'false');
    },
  );
});
