import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from '@playwright/test';
import sharp from 'sharp';
import { MESSAGES } from '#src/i18n/i18n.ts';
import { createAccount } from '#test/support/accounts.ts';
import { startTestCluster } from '#test/support/cluster.ts';
import { failDeliveries, holdDelivery, type WholesaleWorld } from '#test/support/deliveries.ts';
import type { Address } from '#test/support/wire.ts';
import { becomes, look, order, type Buyer } from '#test/support/shop.ts';
import { payHosted, until } from '#test/support/wire.ts';
import { onDatabase } from '#test/support/database-access.ts';

/**
 * `npm run screenshots [-- name…]` takes a picture of every page, in two widths, light and dark, in both languages, in a
 * world of its own. Writes screenshots/<page>-<width>-<language>[-dark].webp, which is not committed. With `--docs` it
 * takes the pictures of docs/screenshots again, and no others. CHROMIUM_PATH names the browser.
 */
const WIDTHS = [1440, 390] as const;
const LOOKS = [
  { language: 'en', theme: 'light' },
  { language: 'fr', theme: 'light' },
  { language: 'en', theme: 'dark' },
  { language: 'fr', theme: 'dark' },
] as const;
const ROOT = path.join(import.meta.dirname, '..');
const DOCS = path.join(ROOT, 'docs/screenshots');

const LARGEST = 90 * 1024;
const SETTLED_MS = 300;
/** The maximum height of a picture in pixels. */
const HIGHEST = 8_000;
const STEPS = [
  [1, 60],
  [1, 40],
  [0.85, 35],
  [0.7, 30],
  [0.6, 25],
] as const;

/** "Keep on this phone" is offered on phones and tablets. */
const TOUCHED = new Set(['offline', 'order-ready']);

type Language = keyof typeof MESSAGES;
type World = { app: Address; mail: Address; databaseUrl: string } & WholesaleWorld;
type Scene = { page: Page; world: World; language: Language };
/** Brings the page to the state of the picture. Returns a function that restores changes. */
type Shot = (scene: Scene) => Promise<void | (() => Promise<void>)>;

const open =
  (address: string): Shot =>
  async ({ page }) =>
    void (await page.goto(address));

const SHOTS: Record<string, Shot> = {
  home: open('/'),
  'home-regions': async ({ page }) => {
    await page.goto('/');
    await page.getByRole('tab').nth(1).click();
  },
  'how-it-works': open('/how-it-works'),
  coverage: open('/coverage'),
  'coverage-countries': open('/coverage/countries'),
  'coverage-popular': open('/coverage/popular'),
  'coverage-operators': open('/coverage/operators'),
  support: open('/support'),
  help: open('/help'),
  'help-found': open('/help?q=refund'),
  'help-article': open('/help/no-connection'),
  'help-missing': open('/help/locked-phones'),
  devices: open('/help/devices?model=iPhone+17+Pro&in=other'),
  'devices-unknown': open('/help/devices?model=Nokia+3310'),
  'devices-this': open('/help/devices#this'),
  installation: open('/help/installation'),
  contact: open('/contact'),
  'contact-sent': async ({ page, language }) => {
    const { form, sent } = MESSAGES[language].contact;
    await page.goto('/contact');
    await page.getByLabel(form.topic).selectOption('connection');
    // An address may send five messages per hour.
    await page.getByLabel(form.email).fill(`traveller-${randomUUID()}@example.com`);
    await page.getByLabel(form.message, { exact: true }).fill('No data in Tokyo.');
    await page.getByRole('button', { name: form.send }).click();
    await page.getByRole('heading', { name: sent.title }).waitFor();
  },
  terms: open('/legal/terms'),
  privacy: open('/legal/privacy'),
  refund: open('/legal/refund'),
  compliance: open('/legal/compliance'),
  plans: open('/plans'),
  'plans-search': open('/plans?q=japon'),
  'plans-typo': open('/plans?q=moroco'),
  'plans-none': open('/plans?q=north+korea'),
  'plans-compare': open('/plans?compare=france-3gb,europe-3gb,global-3gb'),
  'plans-data': open('/plans/data'),
  'plans-trip': open('/plans/trip?stop=france:4&stop=italy:5&stop=morocco:5&habit=everyday'),
  'plans-local': open('/plans/local'),
  'plans-regional': open('/plans/regional'),
  'plans-global': open('/plans/global'),
  'plan-country': open('/plans/local/france'),
  'plan-country-wide': open('/plans/local/japan'),
  'plan-region': open('/plans/regional/europe'),
  about: open('/about'),
  press: open('/press'),
  careers: open('/careers'),
  blog: open('/blog'),
  article: open('/blog/regional-or-local'),
  checkout: open('/checkout/france-3gb'),
  'checkout-lines': open('/checkout/europe-5gb,morocco-3gb'),
  auth: open('/auth'),
  'auth-sign-up': async (scene) => signUpForm(scene),
  'auth-phone': async ({ page, language }) => {
    await page.goto('/auth');
    await page.getByRole('button', { name: MESSAGES[language].auth.phone.ask }).click();
    await page.getByRole('textbox', { name: MESSAGES[language].phone.number }).waitFor();
  },
  'auth-alert': async (scene) => {
    await signUpForm(scene);
    const { page, language } = scene;
    const words = MESSAGES[language].auth;
    await page.getByLabel(words.email, { exact: true }).fill('traveller@example.com');
    await page.getByLabel(words.password, { exact: true }).fill('one password');
    await page.getByLabel(words.confirmPassword, { exact: true }).fill('another one');
    await page.getByRole('button', { name: words.signUp.submit, exact: true }).click();
    await page.getByRole('alert').waitFor();
  },
  'auth-action': open('/auth/action?mode=verifyEmail&oobCode=sample'),
  'profile-empty': async (scene) => void (await signedIn(scene)),
  'profile-esims': async (scene) => {
    const { email, idToken } = await signedIn(scene);
    const { world, page, language } = scene;
    for (const planId of ['france-3gb', 'thailand-5gb']) {
      const buyer = await order(world.app, { planId, email, locale: language }, { authorization: `Bearer ${idToken}` });
      await payHosted(buyer.paymentUrl);
      await becomes(world.app, buyer, 'fulfilled');
    }
    await onDatabase(
      world.databaseUrl,
      `update esims set profile_state = 'enabled', plan_state = 'active', remaining_mb = 1946, refreshed_at = 'infinity', expires_at = now() + interval '30 days' where data_mb = 3072`,
    );
    await page.reload();
    await page.getByText(MESSAGES[language].profile.esims.status.notInstalled).waitFor();
  },
  offline: async (scene) => {
    await orderIn(scene, {
      pay: true,
      ready: async (buyer) => void (await becomes(scene.world.app, buyer, 'fulfilled')),
    });
    const { page, language } = scene;
    await page.getByRole('button', { name: MESSAGES[language].keep.ask }).click();
    await page.getByRole('heading', { name: MESSAGES[language].keep.done }).waitFor();
    await page.context().setOffline(true);
    await page.goto('/');
    await page.getByRole('heading', { name: MESSAGES[language].offline.help.title }).waitFor();
  },
  'offline-empty': open('/offline'),
  settings: async (scene) => {
    await signedIn(scene);
    await scene.page.goto('/profile/settings');
    await scene.page.getByRole('button', { name: MESSAGES[scene.language].settings.delete.ask, exact: true }).waitFor();
  },
  'order-waiting': (scene) => orderIn(scene, {}),
  'order-cancelled': (scene) => orderIn(scene, { query: '?payment=cancelled' }),
  'order-preparing': async (scene) => {
    const delivery = await holdDelivery(scene.world);
    await orderIn(scene, { pay: true, ready: delivery.reached });
    return delivery.release;
  },
  'order-ready': (scene) =>
    orderIn(scene, { pay: true, ready: async (buyer) => void (await becomes(scene.world.app, buyer, 'fulfilled')) }),
  'order-expired': (scene) => orderIn(scene, { status: 'expired' }),
  'order-refunded': async (scene) => {
    const { world } = scene;
    const restore = await failDeliveries(world);
    await orderIn(scene, { pay: true, ready: (buyer) => refunded(world, buyer) });
    return restore;
  },
  'order-closed': async (scene) => {
    await orderIn(scene, {});
    await scene.page.context().clearCookies();
    await scene.page.reload();
    await scene.page.getByRole('heading', { name: MESSAGES[scene.language].order.closed.title }).waitFor();
  },
  'not-found': open('/no-such-page'),
  'server-error': async (scene) => {
    await orderIn(scene, {});
    await onDatabase(scene.world.databaseUrl, 'alter table order_access rename to order_access_gone');
    await scene.page.reload();
    return () => onDatabase(scene.world.databaseUrl, 'alter table order_access_gone rename to order_access');
  },
  sandbox: open('/_sandbox'),
  menu: async ({ page, language }) => {
    await page.goto('/');
    const { menu, language: languageMenu } = MESSAGES[language].chrome;
    const drawer = page.getByRole('button', { name: menu, exact: true });
    const button = (await drawer.isVisible()) ? drawer : page.getByRole('button', { name: languageMenu });
    await button.click();
    await page.locator('header [aria-expanded=true]').waitFor();
  },
};

/** Pictures of the viewport only, for pages where the whole page would hide the subject. */
const WINDOW_ONLY = new Set(['menu']);

async function signUpForm({ page, language }: Scene): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('link', { name: MESSAGES[language].auth.signIn.toggle }).click();
  await page.getByLabel(MESSAGES[language].auth.confirmPassword, { exact: true }).waitFor();
}

async function signedIn({ page, world, language }: Scene) {
  const words = MESSAGES[language];
  const account = await createAccount(world.app, language);
  await page.goto('/auth');
  await page.getByLabel(words.auth.email, { exact: true }).fill(account.email);
  await page.getByLabel(words.auth.password, { exact: true }).fill(account.password);
  await page.getByRole('button', { name: words.auth.signIn.submit, exact: true }).click();
  await page.getByRole('heading', { name: words.profile.esims.empty }).waitFor();
  return account;
}

/** Its deadline has passed, and the store refunds it by itself. */
async function refunded(world: World, buyer: Buyer): Promise<void> {
  const late = `update wholesale_orders set deadline = now() - interval '1 minute' where order_id = '${buyer.order.id}'`;
  await until(
    async () => {
      await onDatabase(world.databaseUrl, late);
      return (await look(world.app, buyer)).status === 'refunded';
    },
    { what: 'the order is refunded' },
  );
}

async function orderIn(
  { page, world, language }: Scene,
  wanted: { pay?: boolean; ready?: (buyer: Buyer) => Promise<void>; status?: string; query?: string },
): Promise<void> {
  const buyer = await order(world.app, { locale: language, email: 'traveller@example.com' });
  if (wanted.pay) await payHosted(buyer.paymentUrl);
  await wanted.ready?.(buyer);
  if (wanted.status)
    await onDatabase(world.databaseUrl, `update orders set status = '${wanted.status}' where id = '${buyer.order.id}'`);
  const [name = '', value = ''] = buyer.cookie.split(/=(.*)/);
  await page.context().addCookies([{ name, value, url: world.app.url, httpOnly: true, sameSite: 'Lax' }]);
  await page.goto(`/orders/${buyer.order.id}${wanted.query ?? ''}`);
}

/** A WebP of at most `LARGEST` bytes. Long pages lose quality first, then size. */
async function shrink(picture: Buffer, width: number): Promise<Buffer> {
  let file = picture;
  for (const [scale, quality] of STEPS) {
    const target = Math.round(Math.min(width, 900) * scale);
    file = await sharp(picture).resize({ width: target }).webp({ quality, effort: 5 }).toBuffer();
    if (file.length <= LARGEST) break;
  }
  return file;
}

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

/** The height of the page once nothing loads in it any more and it has kept its height for `SETTLED_MS`. */
async function settledHeight(page: Page): Promise<number> {
  await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null);
  for (;;) {
    const height = await heightOf(page);
    const changed = page.waitForFunction((before) => document.documentElement.scrollHeight !== before, height, {
      timeout: SETTLED_MS,
    });
    const isSettled = await changed.then(
      () => false,
      () => true,
    );
    if (isSettled) return height;
  }
}

async function take(browser: Browser, world: World, name: string, shot: Shot): Promise<void> {
  for (const { language, theme } of LOOKS) {
    for (const width of WIDTHS) {
      const target = `${name}-${width}-${language}${theme === 'dark' ? '-dark' : ''}.webp`;
      if (!isWanted(target)) continue;
      const isTouched = TOUCHED.has(name) && (width === 390 || name === 'offline');
      const context = await browser.newContext({
        baseURL: world.app.url,
        locale: language === 'fr' ? 'fr-FR' : 'en-US',
        viewport: { width, height: width === 390 ? 844 : 900 },
        isMobile: isTouched,
        hasTouch: isTouched,
        reducedMotion: 'reduce',
        colorScheme: theme,
      });
      const page = await context.newPage();
      const putBack = await shot({ page, world, language });
      try {
        await page.getByRole('heading', { level: 1 }).waitFor();
        // Loads lazy pictures below the fold.
        await page.evaluate(async () => {
          for (const image of document.querySelectorAll('img')) image.loading = 'eager';
          await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
          await document.fonts.ready;
          // The bar has a fixed position, so the scroll position decides where it is drawn.
          scrollTo({ top: 0, behavior: 'instant' });
        });
        const height = await settledHeight(page);
        const clip = { x: 0, y: 0, width, height: Math.min(height, HIGHEST) };
        // A picture of more than the window is taken without touch.
        if (isTouched) await page.setViewportSize(clip);
        const picture = await page.screenshot(
          isTouched || WINDOW_ONLY.has(name)
            ? { animations: 'disabled' }
            : { fullPage: true, clip, animations: 'disabled' },
        );
        const file = await shrink(picture, width);
        await writeFile(path.join(out, target), file);
        process.stdout.write(`${target} ${Math.round(file.length / 1024)} KB\n`);
      } finally {
        await putBack?.();
        await context.close();
      }
    }
  }
}

const { values, positionals: wanted } = parseArgs({
  options: { docs: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const out = values.docs ? DOCS : path.join(ROOT, 'screenshots');
await mkdir(out, { recursive: true });
const kept = new Set(await readdir(DOCS));
const isWanted = (file: string): boolean => !values.docs || kept.has(file);
const stopCluster = await startTestCluster();
const child = spawn(process.execPath, ['test/support/world-process.ts'], {
  cwd: ROOT,
  stdio: ['pipe', 'pipe', 'inherit'],
});
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'],
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const world = JSON.parse(String(line)) as World;
  await until(
    async () => {
      const { offers } = (await (await fetch(`${world.app.url}/api/offers`)).json()) as {
        offers: { plans: { available: boolean }[] }[];
      };
      return offers.every((offer) => offer.plans.every((plan) => plan.available));
    },
    { what: 'all plans are checked' },
  );
  for (const [name, shot] of Object.entries(SHOTS)) {
    if (wanted.length === 0 || wanted.includes(name)) await take(browser, world, name, shot);
  }
} finally {
  await browser.close();
  const ended = once(child, 'exit');
  child.stdin.end();
  await ended;
  await stopCluster();
}
