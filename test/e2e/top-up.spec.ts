import type { Locator, Page } from '@playwright/test';
import { anotherBrowser, signIn } from '../browser/account-pages.ts';
import { type BrowserWorld, expect, expectAccessible, type Language, test } from '../browser/browser.ts';
import { ESIM_WORDS, openAsGuest, report } from '../browser/esim-page.ts';
import { payByCard } from '../browser/pages.ts';
import { createAccount } from '../support/accounts.ts';
import { FULL } from '../support/full.ts';
import { bought, type Buyer, look } from '../support/shop.ts';
import { control, messages, until } from '../support/wire.ts';

/** A top-up, from the page that shows how little is left to the plan on the eSIM. */

const CARD = '4242424242424242';
/** More than is left of a plan that is low. */
const LOW = { status: 'ACTIVE', remaining: 300, expired_at: '2040-01-01 00:00:00' };

const WORDS = {
  en: {
    topUp: 'Top up',
    title: 'Top up France',
    small: /^1GB\s+7 days/,
    own: /^3GB\s+30 days/,
    outcome: /Now\s*0\.29GB.*After\s*1\.3GB/s,
    pay: 'Pay $4.50',
    added: 'Your France eSIM is topped up',
    toEsim: 'See what is left',
    plans: 'Plans on this eSIM',
    states: ['In use', 'Next'],
    history: 'Top-ups and receipts',
    entry: 'France - 1GB, top-up',
    newPrice: 'it is now $4.50',
    noNetwork: 'We could not reach the store. Your choice is kept',
    refused: 'There is nothing to add to this eSIM now',
    refunded: 'We have sent your refund',
    notAdded: /The reason: the plan could not be added to your eSIM\./,
  },
  fr: {
    topUp: 'Recharger',
    title: 'Recharger votre eSIM France',
    small: /^1\sGo\s+7 jours/,
    own: /^3\sGo\s+30 jours/,
    outcome: /Maintenant\s*0,29\sGo.*Ensuite\s*1,3\sGo/s,
    pay: 'Payer 4,50\u00a0$US',
    added: 'Votre eSIM France est rechargée',
    toEsim: 'Voir ce qui reste',
    plans: 'Forfaits de cette eSIM',
    states: ['En cours', 'Ensuite'],
    history: 'Recharges et reçus',
    entry: 'France - 1\u00a0Go, recharge',
    newPrice: 'il est maintenant de 4,50\u00a0$US',
    noNetwork: 'Nous n’avons pas pu joindre la boutique. Votre choix est conservé',
    refused: 'Il n’y a rien à ajouter à cette eSIM en ce moment',
    refunded: 'Votre remboursement est parti',
    notAdded: /Motif\u00a0: le forfait n’a pas pu être ajouté à votre eSIM\./,
  },
};

const h1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The eSIM of a guest, which has little data left. */
async function low(
  world: BrowserWorld,
  changes: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Buyer> {
  const buyer = await bought(world.app, changes, headers);
  await report(world, buyer, LOW);
  return buyer;
}

/** Opens the page of the eSIM once its figures are read. */
async function openLow(page: Page, world: BrowserWorld, buyer: Buyer, language: Language): Promise<void> {
  await openAsGuest(page, world, buyer);
  await expect(h1(page, ESIM_WORDS[language].lowTitle)).toBeVisible();
}

/** Chooses the smallest plan by keyboard, and what the page says of it. */
async function choose(within: Locator, language: Language): Promise<void> {
  const words = WORDS[language];
  const small = within.getByRole('radio', { name: words.small });
  await within.getByRole('radio', { checked: true }).focus();
  for (let presses = 0; presses < 10 && !(await small.isChecked()); presses++)
    await within.getByRole('radio', { checked: true }).press('ArrowUp');
  await expect(small).toBeChecked();
  await expect(small).toHaveAccessibleDescription(words.outcome);
}

/** Pays on the vendor's page, and waits until the plan is on the eSIM. */
async function pay(page: Page, world: BrowserWorld, language: Language): Promise<void> {
  await expect(page).toHaveURL((url) => url.origin === new URL(world.stripe.url).origin);
  await payByCard(page, language, CARD);
  await expect(h1(page, WORDS[language].added)).toBeVisible({ timeout: 60_000 });
}

/** The page of the eSIM has both plans in the order of use, and what was paid for each. */
async function expectSeveralPlans(page: Page, language: Language): Promise<void> {
  const words = WORDS[language];
  const plans = page.locator('section').filter({ has: page.getByRole('heading', { name: words.plans }) });
  await expect(plans.getByRole('listitem')).toHaveCount(2);
  for (const [index, state] of words.states.entries())
    await expect(plans.getByRole('listitem').nth(index)).toContainText(state);
  await expect(page.getByRole('heading', { name: words.history })).toBeVisible();
  await expectAccessible(page);
}

function story(language: Language): void {
  const words = WORDS[language];

  test('a guest opens the mailed link, tops up in the sheet, and sees both plans in the order of use', async ({
    page,
    world,
  }) => {
    const buyer = await low(world, { locale: language });
    const link = await until(
      async () =>
        (await messages(world.mail, buyer.email))
          .flatMap(({ links }) => links)
          .find((each) => each.includes(`/orders/${buyer.order.id}/open?`)),
      { what: 'the mailed link' },
    );
    await page.goto(link);
    await expect(h1(page, ESIM_WORDS[language].lowTitle)).toBeVisible();
    await expect(page.getByRole('link', { name: ESIM_WORDS[language].again })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: words.topUp, exact: true }).press('Enter');
    const sheet = page.getByRole('dialog', { name: words.title });
    await expect(sheet.getByRole('radio', { name: words.own })).toBeChecked();
    await choose(sheet, language);
    await expectAccessible(page);
    await sheet.getByRole('button', { name: words.pay }).press('Enter');
    await pay(page, world, language);
    await expect(page.getByRole('img', { name: ESIM_WORDS[language].qr })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: words.toEsim }).press('Enter');
    await expect(page).toHaveURL(`/orders/${buyer.order.id}`);
    await expectSeveralPlans(page, language);
  });
}

story('en');

if (FULL) {
  test.describe('[fr] on a phone', () => {
    test.use({ language: 'fr', isMobile: true, hasTouch: true, viewport: { width: 390, height: 844 } });
    story('fr');
  });

  for (const language of ['en', 'fr'] as const) {
    test.describe(`[${language}]`, () => {
      test.use({ language });
      variations(language);
    });
  }

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false });

    test('a guest tops up on the page, and is asked again when the price has changed', async ({ page, world }) => {
      const words = WORDS.en;
      const buyer = await low(world);
      await openAsGuest(page, world, buyer);
      await page.goto(`/orders/${buyer.order.id}/top-up?line=1`);
      await expect(h1(page, words.title)).toBeVisible();
      await page.getByRole('radio', { name: words.small }).check();
      await expect(page.getByRole('radio', { name: words.small })).toHaveAccessibleDescription(words.outcome);
      // Only the button of the chosen plan is shown.
      await expect(page.getByRole('button', { name: /^Pay / })).toHaveText([words.pay]);
      await page.locator('input[name="price-france-1gb"]').evaluate((field) => field.setAttribute('value', '1 USD'));
      await page.getByRole('button', { name: words.pay }).click();
      await expect(page.getByRole('alert')).toContainText(words.newPrice);
      await expect(page.getByRole('radio', { name: words.small })).toBeChecked();
      await page.getByRole('button', { name: words.pay }).click();
      await expect(page).toHaveURL((url) => url.origin === new URL(world.stripe.url).origin);
    });
  });
}

/** What differs from the story of a guest. */
function variations(language: Language): void {
  const words = WORDS[language];

  test('an account tops up from its list, and the top-up is in its history', async ({ browser, world }) => {
    const account = await createAccount(world.app, language);
    const bearer = { authorization: `Bearer ${account.idToken}` };
    const buyer = await low(world, { email: account.email, locale: language }, bearer);
    await until(async () => (await look(world.app, buyer)).lines[0]?.esim?.remainingMb === 300 || undefined, {
      what: 'the figures',
    });
    const page = await anotherBrowser(browser, world, language);
    await signIn(page, account, language);
    await page.getByRole('article', { name: 'France' }).getByRole('link', { name: words.topUp }).click();
    await expect(h1(page, words.title)).toBeVisible();
    await choose(page.getByRole('main'), language);
    await expectAccessible(page);
    await page.getByRole('button', { name: words.pay }).press('Enter');
    await pay(page, world, language);
    await page.goto('/profile');
    await expect(page.getByText(words.entry)).toBeVisible();
    await expectAccessible(page);
    await page.context().close();
  });

  test('the choice stays while the network is away, and a new price is asked for again', async ({
    page,
    world,
    browserErrors,
  }) => {
    browserErrors.expect(/ERR_FAILED|status of 409/);
    const buyer = await low(world);
    await openLow(page, world, buyer, language);
    await page.getByRole('link', { name: words.topUp, exact: true }).click();
    const sheet = page.getByRole('dialog', { name: words.title });
    await choose(sheet, language);
    await page.route('**/top-ups', (route) => route.abort());
    await sheet.getByRole('button', { name: words.pay }).click();
    await expect(sheet.getByRole('alert')).toContainText(words.noNetwork);
    await expect(sheet.getByRole('radio', { name: words.small })).toBeChecked();
    await page.unroute('**/top-ups');
    await expectAccessible(page);
    await page.route('**/top-ups', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const body = { ...(route.request().postDataJSON() as object), shownAmount: 1 };
      await route.continue({ postData: JSON.stringify(body) });
    });
    await sheet.getByRole('button', { name: words.pay }).click();
    await expect(sheet.getByRole('alert')).toContainText(words.newPrice);
    await expect(sheet.getByRole('radio', { name: words.small })).toBeChecked();
    await page.unroute('**/top-ups');
    await sheet.getByRole('button', { name: words.pay }).click();
    await expect(page).toHaveURL((url) => url.origin === new URL(world.stripe.url).origin);
  });

  test('what can’t be topped up says why and offers a new eSIM; what was paid and can’t be added is refunded', async ({
    page,
    world,
  }) => {
    const buyer = await low(world, { locale: language });
    await openLow(page, world, buyer, language);
    await control(world.airalo, { fail: { call: 'sims.topups', status: 200, body: { data: [] } } });
    await page.goto(`/orders/${buyer.order.id}/top-up?line=1`);
    await expect(page.getByRole('heading', { name: words.refused })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: ESIM_WORDS[language].again })).toHaveAttribute(
      'href',
      /\/plans\/local\/france\?plan=france-3gb$/,
    );
    await expectAccessible(page);

    const another = await low(world, { locale: language });
    await openLow(page, world, another, language);
    await control(world.airalo, {
      fail: { call: 'topups.create', status: 422, body: { code: 73, reason: 'The eSIM has been recycled.' } },
    });
    await page.getByRole('link', { name: words.topUp, exact: true }).click();
    const sheet = page.getByRole('dialog', { name: words.title });
    await choose(sheet, language);
    await sheet.getByRole('button', { name: words.pay }).click();
    await expect(page).toHaveURL((url) => url.origin === new URL(world.stripe.url).origin);
    await payByCard(page, language, CARD);
    await expect(h1(page, words.refunded)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(words.notAdded)).toBeVisible();
    await expectAccessible(page);
  });
}
