import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from '@playwright/test';
import sharp from 'sharp';
import { createAccount, type TestAccount } from '#test/support/accounts.ts';
import { onDatabase } from '#test/support/database-access.ts';
import { failDeliveries } from '#test/support/deliveries.ts';
import { spawnApp, type SpawnedApp } from '#test/support/process.ts';
import { becomes, bought, buy, type Buyer, look, order } from '#test/support/shop.ts';
import { until } from '#test/support/wire.ts';
import { NO_LIMITS, productionArgs, startApp } from './running-app.ts';

/**
 * `node bench/same-pages.ts --beside CHECKOUT [--pictures [NAME …]]`: that this version answers as another one does. The other
 * checkout (older, built, with its packages) fills a database; then each version runs on a copy of its own, one after the
 * other on one address. Compares every page of the sitemap, the pages of orders and accounts and the API's answers to
 * them, in both languages, without hashes of assets, nonces, times, ids and what is in scripts and inlined sheets (pictures compare those); the API may gain fields. With `--pictures` also what Chromium shows of
 * a list of pages, pixel by pixel: at 390 and 1440, light and dark. CHROMIUM_PATH names the browser. Exits with 1 when
 * something differs, and prints what.
 */
const { values, positionals } = parseArgs({
  options: { beside: { type: 'string' }, pictures: { type: 'boolean', default: false }, keep: { type: 'string' } },
  allowPositionals: true,
});
if (values.beside === undefined) throw new Error('--beside names the checkout to compare with');
const roots = { before: path.resolve(values.beside), here: path.join(import.meta.dirname, '..') };
const LANGUAGES = ['en', 'fr'] as const;
const WIDTHS = [390, 1440] as const;
const THEMES = ['light', 'dark'] as const;

/** The states that a traveller can see, and who may see each. */
type Scenes = { account: TestAccount; owned: Buyer[]; guests: Record<string, Buyer> };
type Answers = Map<string, string>;

async function plansAreChecked(url: string): Promise<void> {
  type Offers = { offers: { plans: { available: boolean }[] }[] };
  await until(
    async () => {
      const { offers } = (await (await fetch(`${url}/api/offers`)).json()) as Offers;
      return offers.every(({ plans }) => plans.every(({ available }) => available));
    },
    { what: 'all plans are checked' },
  );
}

/** Orders in each state that a page shows differently. */
async function makeScenes({ url, env }: SpawnedApp & { env: Record<string, string> }): Promise<Scenes> {
  const shop = { url };
  const database = env['DATABASE_URL']!;
  const account = await createAccount(shop);
  const own = { authorization: `Bearer ${account.idToken}` };
  const owned = [
    await bought(shop, { planId: 'france-3gb', email: account.email }, own),
    await bought(shop, { planId: 'thailand-5gb', email: account.email }, own),
    await bought(shop, { planId: undefined, planIds: ['europe-5gb', 'morocco-3gb'], email: account.email }, own),
  ];
  const guests: Record<string, Buyer> = {
    ready: await bought(shop),
    lines: await bought(shop, { planId: undefined, planIds: ['europe-5gb', 'morocco-3gb'] }),
    waiting: await order(shop),
    expired: await order(shop),
    ended: await bought(shop),
    used: await bought(shop),
  };
  const restore = await failDeliveries({ airalo: { url: env['AIRALO_API_URL']! } });
  const refunded = (guests['refunded'] = await buy(shop));
  await until(
    async () => {
      await onDatabase(
        database,
        `update wholesale_orders set deadline = now() - interval '1 minute' where order_id = '${refunded.order.id}'`,
      );
      return (await look(shop, refunded)).status === 'refunded';
    },
    { what: 'the order is refunded' },
  );
  await restore();
  const of = (buyer: Buyer) => `where order_id = '${buyer.order.id}'`;
  const standing = `update esims set refreshed_at = 'infinity', profile_state = 'enabled', plan_state`;
  await onDatabase(
    database,
    `update orders set status = 'expired' where id = '${guests['expired']!.order.id}'`,
    `${standing} = 'expired', expires_at = now() - interval '3 days' ${of(guests['ended']!)}`,
    `${standing} = 'active', remaining_mb = 1946, expires_at = now() + interval '29 days 12 hours' ${of(guests['used']!)}`,
    `${standing} = 'active', remaining_mb = 1946, expires_at = now() + interval '29 days 12 hours' ${of(owned[0]!)}`,
    `${standing} = 'finished', remaining_mb = 0, expires_at = now() + interval '9 days 12 hours' ${of(owned[1]!)}`,
    `update esims set refreshed_at = 'infinity'`,
  );
  for (const buyer of Object.values(guests))
    if (buyer !== refunded && buyer.order.status === 'paid') await becomes(shop, buyer, 'fulfilled');
  return { account, owned, guests };
}

/** Every page and answer, in both languages. */
async function readAll(app: SpawnedApp, { account, owned, guests }: Scenes): Promise<Answers> {
  const answers: Answers = new Map();
  const sitemap = await (await fetch(`${app.url}/sitemap.xml`)).text();
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => new URL(loc!).pathname);
  const open = [...new Set([...pages, ...Object.values(PICTURED)])];
  const read = async (name: string, address: string, headers: Record<string, string>) => {
    const answer = await fetch(app.url + address, { headers, redirect: 'manual' });
    answers.set(name, `${answer.status} ${answer.headers.get('location') ?? ''}\n${plain(await answer.text())}`);
  };
  for (const language of LANGUAGES) {
    const headers = { 'accept-language': language };
    for (const address of open) await read(`${address} ${language}`, address, headers);
    for (const [name, { order: its, cookie }] of Object.entries(guests)) {
      await read(`order ${name} ${language}`, `/orders/${its.id}`, { ...headers, cookie });
      await read(`order ${name} without access ${language}`, `/orders/${its.id}`, headers);
    }
  }
  for (const [name, { order: its, cookie }] of Object.entries(guests))
    await read(`api order ${name}`, `/api/orders/${its.id}`, { cookie });
  const authorization = `Bearer ${account.idToken}`;
  for (const address of SIGNED_IN) await read(`api ${address}`, address, { authorization });
  for (const { order: its } of owned) await read(`api own ${its.id}`, `/api/orders/${its.id}`, { authorization });
  return answers;
}

/** What the API answers to an account. */
const SIGNED_IN = [
  '/api/offers',
  '/api/search-index',
  '/api/devices',
  '/api/phone-countries',
  '/api/orders',
  '/api/esims',
  '/api/account',
  '/api/account/export',
];

/** The pages that are photographed; those of orders and accounts follow. */
const PICTURED: Record<string, string> = {
  home: '/',
  plans: '/plans',
  'plans-search': '/plans?q=japon',
  'plans-none': '/plans?q=north+korea',
  'plans-compare': '/plans?compare=france-3gb,europe-3gb,global-3gb',
  'plans-data': '/plans/data',
  'plans-trip': '/plans/trip?stop=france:4&stop=italy:5&stop=morocco:5&habit=everyday',
  'plans-local': '/plans/local',
  'plans-regional': '/plans/regional',
  'plans-global': '/plans/global',
  country: '/plans/local/japan',
  region: '/plans/regional/europe',
  checkout: '/checkout/france-3gb',
  'checkout-lines': '/checkout/europe-5gb,morocco-3gb',
  auth: '/auth',
  'auth-action': '/auth/action?mode=verifyEmail&oobCode=sample',
  coverage: '/coverage',
  'coverage-countries': '/coverage/countries',
  'coverage-popular': '/coverage/popular',
  'coverage-operators': '/coverage/operators',
  support: '/support',
  help: '/help',
  'help-found': '/help?q=refund',
  'help-article': '/help/no-connection',
  devices: '/help/devices?model=iPhone+17+Pro&in=other',
  installation: '/help/installation',
  contact: '/contact',
  terms: '/legal/terms',
  privacy: '/legal/privacy',
  refund: '/legal/refund',
  compliance: '/legal/compliance',
  about: '/about',
  press: '/press',
  careers: '/careers',
  blog: '/blog',
  article: '/blog/regional-or-local',
  'how-it-works': '/how-it-works',
  offline: '/offline',
  'not-found': '/no-such-page',
  sandbox: '/_sandbox',
};

/** Leaves out what differs between two builds, two requests and two moments. Data in scripts is what the API answers. */
function plain(text: string): string {
  const reactIds: string[] = [];
  const numberOf = (id: string) => (reactIds.includes(id) ? reactIds.indexOf(id) : reactIds.push(id) - 1);
  return (
    text
      .replaceAll(/(<script\b)[\s\S]*?(<\/script>)/g, '$1$2')
      .replaceAll(/(<style\b)[\s\S]*?(<\/style>)/g, '$1$2')
      // Names of chunks, and ids that React makes from an element's place among components: each gets its number.
      .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
      .replaceAll(/_R_\w*_/g, (id) => `id${numberOf(id)}`)
      .replaceAll(/"recentLoginSeconds":[\d.]+/g, '"recentLoginSeconds":0')
      .replaceAll(/([/"'][\w./-]*?)[-.][\w-]{8,}\.(js|css|woff2|svg|png|webp|json|xml)\b/g, '$1.HASH.$2')
      .replaceAll(/nonce="[^"]*"/g, 'nonce')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'TIME')
      .replaceAll(/\b\d{2}:\d{2}(:\d{2})?\b/g, 'TIME')
  );
}

function compareTexts(before: Answers, here: Answers): string[] {
  const faults: string[] = [];
  for (const name of new Set([...before.keys(), ...here.keys()])) {
    const [one, other] = [before.get(name), withoutGains(before.get(name), here.get(name))];
    if (one === other) continue;
    if (one === undefined || other === undefined) faults.push(`${name}: only ${one === undefined ? 'here' : 'before'}`);
    else faults.push(`${name}: ${firstDifference(one, other)}`);
  }
  return faults;
}

/** Fields that the API has gained: no client of the older version minds them. */
const gained = new Set<string>();

/** An answer of the API, with the fields alone that the older version has too. */
function withoutGains(before: string | undefined, here: string | undefined): string | undefined {
  if (before === here || before === undefined || here === undefined) return here;
  const [old = '', body = ''] = [before, here].map((answer) => answer.slice(answer.indexOf('\n') + 1));
  if (!isJson(old) || !isJson(body)) return here;
  return here.replace(body, () => JSON.stringify(reduced(JSON.parse(old), JSON.parse(body), '')));
}

function reduced(before: unknown, here: unknown, at: string): unknown {
  if (Array.isArray(before) && Array.isArray(here)) return here.map((each, n) => reduced(before[n], each, `${at}[]`));
  if (!isRecord(before) || !isRecord(here)) return here;
  for (const key of Object.keys(here)) if (!(key in before)) gained.add(`${at}.${key}`);
  // In the order of the older version.
  const shared = Object.keys(before).filter((key) => key in here);
  return Object.fromEntries(shared.map((key) => [key, reduced(before[key], here[key], `${at}.${key}`)]));
}

const isJson = (body: string) => /^[{[]/.test(body);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const AROUND = 60;
function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const part = (text: string) => JSON.stringify(text.slice(Math.max(0, at - AROUND), at + AROUND));
  return `before ${part(one)}, here ${part(other)}`;
}

/** What Chromium shows, by name, width and theme: in English, and in French at 390. */
async function photograph(app: SpawnedApp, scenes: Scenes): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'],
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const pages: Record<string, { address: string; cookie?: string; account?: TestAccount }> = {
    ...Object.fromEntries(Object.entries(PICTURED).map(([name, address]) => [name, { address }])),
    ...Object.fromEntries(
      Object.entries(scenes.guests).map(([name, { order: its, cookie }]) => [
        `order-${name}`,
        { address: `/orders/${its.id}`, cookie },
      ]),
    ),
    profile: { address: '/profile', account: scenes.account },
    settings: { address: '/profile/settings', account: scenes.account },
  };
  try {
    for (const [name, page] of Object.entries(pages)) {
      if (positionals.length > 0 && !positionals.includes(name)) continue;
      const views = WIDTHS.flatMap((width) =>
        THEMES.flatMap((theme) =>
          (width === 390 ? LANGUAGES : (['en'] as const)).map((language) => ({ width, theme, language })),
        ),
      );
      const take = async (view: (typeof views)[number]) => {
        const { width, theme, language } = view;
        pictures.set(`${name}-${width}-${theme}-${language}`, await picture(browser, app, { ...page, ...view }));
      };
      // Settings list the sessions, of which each picture opens one.
      if (page.account) for (const view of views) await take(view);
      else await Promise.all(views.map(take));
    }
  } finally {
    await browser.close();
  }
  return pictures;
}

type View = {
  address: string;
  cookie?: string;
  account?: TestAccount;
  width: number;
  theme: 'light' | 'dark';
  language: 'en' | 'fr';
};

async function picture(browser: Browser, app: SpawnedApp, view: View): Promise<Buffer> {
  const context = await browser.newContext({
    baseURL: app.url,
    locale: view.language === 'fr' ? 'fr-FR' : 'en-US',
    viewport: { width: view.width, height: 900 },
    reducedMotion: 'reduce',
    colorScheme: view.theme,
  });
  try {
    const [cookie = '', value = ''] = (view.cookie ?? '').split(/=(.*)/);
    if (cookie) await context.addCookies([{ name: cookie, value, url: app.url, httpOnly: true, sameSite: 'Lax' }]);
    const page = await context.newPage();
    if (view.account) {
      await page.goto('/auth');
      await page.locator('input[type=email]').fill(view.account.email);
      await page.locator('input[type=password]').first().fill(view.account.password);
      await page.locator('form button[type=submit]').first().click();
      await page.waitForURL('**/profile');
    }
    if (new URL(page.url(), app.url).pathname !== view.address) await page.goto(view.address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The page of an order that is not paid yet keeps a stream open.
    await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined);
    await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null);
    await page.evaluate(async () => {
      for (const image of document.querySelectorAll('img')) image.loading = 'eager';
      await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
      await document.fonts.ready;
    });
    return await page.screenshot({ fullPage: true, animations: 'disabled' });
  } finally {
    await context.close();
  }
}

async function comparePictures(before: Map<string, Buffer>, here: Map<string, Buffer>): Promise<string[]> {
  const faults: string[] = [];
  for (const [name, one] of before) {
    const other = here.get(name);
    const fault = other ? await pixelsThatDiffer(one, other) : 'missing here';
    if (fault === null) continue;
    faults.push(`picture ${name}: ${fault}`);
    if (values.keep) {
      const file = path.join(values.keep, `${name}-${randomUUID().slice(0, 4)}`);
      await sharp(one).toFile(`${file}-before.png`);
      if (other) await sharp(other).toFile(`${file}-here.png`);
    }
  }
  return faults;
}

async function pixelsThatDiffer(one: Buffer, other: Buffer): Promise<string | null> {
  const [a, b] = await Promise.all(
    [one, other].map((png) => sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  const size = ({ info }: { info: { width: number; height: number } }) => `${info.width} × ${info.height}`;
  if (size(a!) !== size(b!)) return `${size(a!)} before, ${size(b!)} here`;
  if (a!.data.equals(b!.data)) return null;
  let count = 0;
  let top = Number.POSITIVE_INFINITY;
  for (let at = 0; at < a!.data.length; at += 3) {
    if (a!.data[at] === b!.data[at] && a!.data[at + 1] === b!.data[at + 1] && a!.data[at + 2] === b!.data[at + 2])
      continue;
    count++;
    top = Math.min(top, Math.floor(at / 3 / a!.info.width));
  }
  return `${count} pixels differ, the first ${top} px from the top`;
}

const first = await startApp({ ...NO_LIMITS, ESIM_USAGE_MAX_AGE_MINUTES: '1440' }, roots.before);
try {
  await plansAreChecked(first.url);
  const scenes = await makeScenes(first);
  await first.kill('SIGTERM');
  const urlOf = { before: first.env['DATABASE_URL']!, here: `${first.env['DATABASE_URL']}_here` };
  const name = new URL(urlOf.before).pathname.slice(1);
  const admin = Object.assign(new URL(urlOf.before), { pathname: '/postgres' }).href;
  await onDatabase(admin, `create database "${name}_here" template "${name}"`);
  const texts: Record<string, Answers> = {};
  const pictures: Record<string, Map<string, Buffer>> = {};
  for (const side of ['before', 'here'] as const) {
    const root = roots[side];
    const app = await spawnApp({ ...first.env, DATABASE_URL: urlOf[side] }, root, productionArgs(root));
    try {
      await plansAreChecked(app.url);
      texts[side] = await readAll(app, scenes);
      if (values.pictures) pictures[side] = await photograph(app, scenes);
    } finally {
      await app.kill('SIGTERM');
    }
  }
  const faults = [
    ...compareTexts(texts['before']!, texts['here']!),
    ...(values.pictures ? await comparePictures(pictures['before']!, pictures['here']!) : []),
  ];
  for (const fault of faults) console.log(fault);
  console.log(
    `${texts['here']!.size} answers${values.pictures ? ` and ${pictures['here']!.size} pictures` : ''} compared, ${faults.length} differ`,
  );
  if (gained.size > 0) console.log(`the API has gained ${[...gained].toSorted().join(' ')}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await first.close();
}
