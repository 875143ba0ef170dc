import type { Page } from '@playwright/test';
import { MESSAGES } from '#src/i18n/i18n.ts';
import { paths } from '#src/shared/paths.ts';
import { PUBLIC_PATHS } from '#src/shared/public-paths.ts';
import { mailedLink, signIn } from './account-pages.ts';
import { createAccount, type TestAccount } from '../support/accounts.ts';
import { type BrowserWorld, expect, type Language } from './browser.ts';
import { onDatabase } from '../support/database-access.ts';
import { asBuyer, ORDER_STATES, type OrderPageState, orderIn, PUBLIC_PAGES } from './pages.ts';
import { becomes, order } from '../support/shop.ts';
import { payHosted } from '../support/wire.ts';

/** Where a page is opened: a new browser page in this language, at the world's address. */
export type Scene = { page: Page; world: BrowserWorld; language: Language };

/** The console error of a document that has status 404 or 500. */
export const REFUSED_DOCUMENT = /Failed to load resource.*status of (404|500)/;

/**
 * One type of page, or one state of it. The tests of all pages (axe, keyboard walk, reflow) iterate over this table.
 * `open` brings the page to the state, and returns a function that restores changes.
 */
export type PageType = {
  name: string;
  open(scene: Scene): Promise<void | (() => Promise<void>)>;
  /** Its document has status 404 or 500 (`REFUSED_DOCUMENT`). */
  refuses?: true;
  /** Checked in each `npm test`. The others have their own spec there, or are checked only by `npm run test:full`. */
  quick?: boolean;
  /** Its own spec runs axe on it, so `npm test` measures only its width here. */
  axeElsewhere?: boolean;
};

const wordsOf = ({ language }: Scene) => MESSAGES[language];

export const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Clicks until it works, because a server-rendered button does nothing before hydration. */
async function openDialog(page: Page, name: string | RegExp): Promise<void> {
  const button = page
    .locator('main')
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first();
  await expect(button).toBeEnabled();
  await expect(async () => {
    await button.click({ timeout: 3_000 });
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 3_000 });
  }).toPass();
}

async function account(scene: Scene): Promise<TestAccount> {
  const made = await createAccount(scene.world.app, scene.language);
  await signIn(scene.page, made, scene.language);
  await expect(scene.page.getByRole('heading', { name: wordsOf(scene).profile.esims.empty })).toBeVisible();
  return made;
}

async function settings(scene: Scene): Promise<void> {
  await account(scene);
  await scene.page.goto(paths.settings());
  await expect(scene.page.getByText(wordsOf(scene).settings.sessions.current)).toBeVisible();
}

async function notices(scene: Scene): Promise<void> {
  await account(scene);
  await scene.page.goto(paths.notices());
  await expect(scene.page.getByRole('switch').first()).toBeEnabled();
}

async function signUpForm(scene: Scene): Promise<void> {
  await scene.page.goto('/auth');
  await scene.page.getByRole('link', { name: wordsOf(scene).auth.signIn.toggle }).click();
  await expect(heading(scene.page)).toHaveText(wordsOf(scene).auth.signUp.title);
}

/** Opens a link of this kind that was mailed to a new account. */
async function mailed(scene: Scene, requestType: 'PASSWORD_RESET' | 'VERIFY_EMAIL'): Promise<void> {
  const { world, page, language } = scene;
  const made = await createAccount(world.app, language);
  if (requestType === 'PASSWORD_RESET')
    await page.request.post('/identity/v1/accounts:sendOobCode?key=cairn-web', {
      data: { requestType, email: made.email },
      headers: { 'x-firebase-locale': language },
    });
  const mode = requestType === 'PASSWORD_RESET' ? 'resetPassword' : 'verifyEmail';
  await page.goto(await mailedLink(world, made.email, mode));
  const { action } = MESSAGES[language].auth;
  await expect(heading(page)).toHaveText(requestType === 'PASSWORD_RESET' ? action.reset.title : action.title);
}

async function esim(scene: Scene): Promise<void> {
  const { page, world, language } = scene;
  const { email, idToken } = await account(scene);
  const buyer = await order(world.app, { email, locale: language }, { authorization: `Bearer ${idToken}` });
  await payHosted(buyer.paymentUrl);
  await becomes(world.app, buyer, 'fulfilled');
  await page.reload();
  await expect(page.getByText(wordsOf(scene).profile.esims.status.notInstalled)).toBeVisible();
}

async function ordered(scene: Scene, state: OrderPageState): Promise<() => Promise<void>> {
  const { page, world, language } = scene;
  const { buyer, path, release } = await orderIn(world, state, language);
  if (state === 'ready') await becomes(world.app, buyer, 'fulfilled');
  await asBuyer(page, world, buyer);
  await page.goto(path);
  await expect(heading(page)).toBeVisible();
  return release;
}

/** A delivered order of two plans. */
async function orderedSeveral({ page, world, language }: Scene): Promise<void> {
  const buyer = await order(world.app, { planId: undefined, planIds: ['europe-5gb', 'morocco-3gb'], locale: language });
  await payHosted(buyer.paymentUrl);
  await becomes(world.app, buyer, 'fulfilled');
  await asBuyer(page, world, buyer);
  await page.goto(paths.order(buyer.order.id));
  await expect(page.getByRole('img', { name: /QR/ }).first()).toBeVisible();
}

/** A page about one eSIM of a delivered order: "No connection?", "In another country?", "I changed my phone". */
const aboutEsim = (name: string, path: (orderId: string) => string): PageType => ({
  name,
  axeElsewhere: true,
  async open(scene) {
    const { page, world, language } = scene;
    const { buyer } = await orderIn(world, 'ready', language);
    await becomes(world.app, buyer, 'fulfilled');
    await asBuyer(page, world, buyer);
    await page.goto(path(buyer.order.id));
    await expect(heading(page)).toBeVisible();
  },
});

/** A page with status 500: a table is renamed during the request. */
async function serverError(scene: Scene): Promise<void> {
  const { page, world, language } = scene;
  const { buyer, path } = await orderIn(world, 'waiting', language);
  await asBuyer(page, world, buyer);
  await onDatabase(world.databaseUrl, 'alter table order_access rename to order_access_gone');
  try {
    await page.goto(path);
    await expect(heading(page)).toHaveText(wordsOf(scene).chrome.serverError.title);
  } finally {
    await onDatabase(world.databaseUrl, 'alter table order_access_gone rename to order_access');
  }
}

/** One that goes on and one that ended. test/e2e/purchase.spec.ts covers others, and `npm run test:full` all. */
const QUICK_STATES: readonly OrderPageState[] = ['preparing', 'disputed'];

/** Variants of a page that another URL already covers. */
const ONLY_FULL: readonly string[] = [
  '/coverage/countries',
  '/coverage/popular',
  '/help?q=refund',
  '/help/devices?model=iphone+17',
  '/help/installation',
  '/plans/data',
  '/plans/trip',
  '/plans/trip?stop=atlantis:2&stop=france:0&habit=none',
  '/plans/local',
  '/plans/regional',
  '/plans/local/france',
  '/_sandbox',
  paths.privacy(),
  paths.refundPolicy(),
  paths.compliance(),
  paths.withdrawalForm(),
];

/** Pages on which their own specs run axe: coverage, help, contact, withdraw, auth, auth-recovery, purchase. */
const AXE_ELSEWHERE: readonly string[] = [
  '/coverage',
  '/coverage/operators',
  '/help',
  '/contact',
  '/withdraw',
  '/auth',
  '/auth/action',
  '/checkout/france-3gb',
];

const publicPage = (path: string): PageType => ({
  name: path,
  axeElsewhere: AXE_ELSEWHERE.includes(path),
  ...(ONLY_FULL.includes(path) ? {} : { quick: true }),
  async open({ page, language }) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(heading(page)).toBeVisible();
  },
});

/** Public pages by their URLs, then pages that need a click, an account or an order. */
export const PAGE_TYPES: readonly PageType[] = [
  ...[...new Set<string>([...PUBLIC_PAGES, ...PUBLIC_PATHS])].map(publicPage),
  {
    name: 'home, regions',
    async open({ page }) {
      await page.goto('/');
      await page.getByRole('tab').nth(1).click();
    },
  },
  {
    name: 'plans, nothing found',
    quick: true,
    async open({ page }) {
      await page.goto('/plans');
      await page.getByRole('searchbox').fill('zzz');
      await expect(page.getByRole('heading', { name: 'zzz' })).toBeVisible();
    },
  },
  {
    name: 'plans, picked for a comparison',
    quick: true,
    async open({ page }) {
      await page.goto('/plans?q=japon');
      await expect(async () => {
        await page
          .locator('main')
          .getByRole('checkbox', { name: 'Go' })
          .or(page.locator('.shop-row .box'))
          .first()
          .check();
        await expect(page.locator('.compare-tray')).toBeVisible({ timeout: 3_000 });
      }).toPass();
    },
  },
  {
    name: 'plans, filters in a sheet',
    quick: true,
    async open({ page, language }) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/plans');
      await openDialog(page, new RegExp(`^${MESSAGES[language].shop.filters.title}`));
    },
  },
  {
    name: 'menu',
    async open({ page, language }) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/');
      await page.getByRole('button', { name: MESSAGES[language].chrome.menu, exact: true }).click();
      await expect(page.locator('.drawer')).toBeVisible();
    },
  },
  {
    name: 'language menu',
    async open({ page, language }) {
      await page.goto('/');
      await page.getByRole('button', { name: MESSAGES[language].chrome.language, exact: true }).click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'checkout with errors',
    async open({ page, language }) {
      const { checkout } = MESSAGES[language];
      await page.goto('/checkout/france-3gb');
      const pay = page.getByRole('button', { name: checkout.payment.pay.replace('{{total}}', '') });
      await pay.filter({ visible: true }).first().click();
      await expect(page.getByText(checkout.email.missing)).toBeVisible();
    },
  },
  {
    name: 'checkout, signing in',
    async open({ page, language }) {
      await page.goto('/checkout/france-3gb');
      await openDialog(page, language === 'fr' ? 'Connectez-vous' : 'Sign In');
    },
  },
  { name: 'sign-up', open: signUpForm },
  {
    name: 'sign-up with an alert',
    async open(scene) {
      await signUpForm(scene);
      const { page, language } = scene;
      const { auth } = MESSAGES[language];
      await page.getByLabel(auth.email, { exact: true }).fill('traveller@example.com');
      await page.getByLabel(auth.password, { exact: true }).fill('one password');
      await page.getByLabel(auth.confirmPassword, { exact: true }).fill('another one');
      await page.getByRole('button', { name: auth.signUp.submit, exact: true }).click();
      await expect(page.getByRole('alert')).toHaveText(auth.mismatch);
    },
  },
  {
    name: 'forgotten password',
    async open({ page, language }) {
      const { auth } = MESSAGES[language];
      await page.goto('/auth');
      await page.getByRole('button', { name: auth.forgot.ask }).click();
      await expect(heading(page)).toHaveText(auth.forgot.title);
    },
  },
  { name: 'mailed link, a new password', open: (scene) => mailed(scene, 'PASSWORD_RESET') },
  { name: 'mailed link, an address', open: (scene) => mailed(scene, 'VERIFY_EMAIL') },
  {
    name: 'mailed link, an address, without its password',
    async open(scene) {
      await mailed(scene, 'VERIFY_EMAIL');
      const { own } = wordsOf(scene).auth.action;
      await scene.page.getByRole('button', { name: own.none }).click();
      await expect(heading(scene.page)).toHaveText(own.newTitle);
    },
  },
  { name: 'profile, empty', open: async (scene) => void (await account(scene)) },
  { name: 'profile with an eSIM', quick: true, open: esim },
  {
    name: 'profile, the name in a dialog',
    async open(scene) {
      await account(scene);
      await openDialog(scene.page, wordsOf(scene).profile.edit);
    },
  },
  { name: 'settings', quick: true, open: settings },
  { name: 'notices', axeElsewhere: true, open: notices },
  {
    name: 'settings, a new password',
    async open(scene) {
      await settings(scene);
      await scene.page.getByRole('button', { name: wordsOf(scene).settings.password.change }).click();
      await expect(scene.page.locator('[autocomplete=new-password]').first()).toBeVisible();
    },
  },
  {
    name: 'settings, delete',
    async open(scene) {
      await settings(scene);
      await openDialog(scene.page, wordsOf(scene).settings.delete.ask);
    },
  },
  ...ORDER_STATES.map((state): PageType => ({
    name: `order ${state}`,
    quick: QUICK_STATES.includes(state),
    open: (scene) => ordered(scene, state),
  })),
  { name: 'order of several', open: orderedSeveral },
  aboutEsim('no connection', (id) => paths.noConnection(id, 1)),
  aboutEsim('no connection, in another country', (id) => paths.otherCountry(id, 1, 'JP')),
  aboutEsim('changed phone', (id) => paths.changedPhone(id, 1)),
  aboutEsim('changed phone, a new eSIM', (id) => paths.changedPhone(id, 1, 'gone')),
  {
    name: 'order, mailed again',
    async open(scene) {
      await ordered(scene, 'ready');
      await openDialog(scene.page, wordsOf(scene).order.qr.email);
    },
  },
  {
    name: 'order, closed',
    quick: true,
    refuses: true,
    async open({ page, world, language }) {
      const { path } = await orderIn(world, 'waiting', language);
      await page.goto(path);
      await expect(heading(page)).toHaveText(MESSAGES[language].order.closed.title);
    },
  },
  {
    name: '404',
    refuses: true,
    async open({ page, language }) {
      await page.goto('/no-such-page');
      await expect(heading(page)).toHaveText(MESSAGES[language].chrome.notFound.title);
    },
  },
  {
    name: '404 of a destination',
    quick: true,
    refuses: true,
    async open({ page }) {
      await page.goto('/plans/local/japn');
      await expect(heading(page)).toBeVisible();
    },
  },
  { name: '500', refuses: true, open: serverError },
];
