import { randomBytes } from 'node:crypto';
import { createServer as createPlainServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadDataSettings } from '#src/config/config.ts';
import { createVault } from '#src/db/vault.ts';
import { freePort } from '#sandbox/postgres/port.ts';
import { createIssueCertificate } from '#src/modules/installation/authority.ts';
import { HANDLED_EVENTS } from '#src/adapters/stripe/events.ts';
import { BLOCKING_SECRET, says as blockingSays, startBlockingEndpoint } from '#test/support/blocking-endpoint.ts';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { onDatabase } from '#test/support/database-access.ts';
import { emptyDatabase, freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { merchantFile } from '#test/support/merchant.ts';
import { startRecaptcha } from '#test/support/recaptcha.ts';
import { bought } from '#test/support/shop.ts';
import { control } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';
import { type Diagnosis, examine, linesOf } from '#src/ops/doctor/doctor.ts';
import { createSite } from '#src/ops/site.ts';

/**
 * The doctor on a healthy world, and on one with each thing broken in turn. It names the fault and the remedy, and
 * shows no secret.
 */

const RECAPTCHA_KEY = 'a-key-of-the-captcha-vendor';

let world: World;
let merchant: Awaited<ReturnType<typeof startBlockingEndpoint>>;
let recaptcha: Awaited<ReturnType<typeof startRecaptcha>>;
let idle: TestDatabase;
let empty: TestDatabase;
beforeAll(async () => {
  [merchant, recaptcha] = await Promise.all([startBlockingEndpoint(), startRecaptcha('shop', RECAPTCHA_KEY)]);
  world = await startBuiltShop({
    CAIRN_SECRET_KEYS: `a:${randomBytes(32).toString('base64')}`,
    BLOCKING_HOOK_URL: merchant.url.href,
    BLOCKING_HOOK_SECRET: BLOCKING_SECRET,
    RECAPTCHA_PROJECT_ID: 'shop',
    RECAPTCHA_SITE_KEY: 'site-key',
    RECAPTCHA_API_KEY: RECAPTCHA_KEY,
    RECAPTCHA_API_URL: recaptcha.url.href,
  });
  [idle, empty] = await Promise.all([freshDatabase(), emptyDatabase()]);
  await onDatabase(idle.url, "insert into installation (id, mode) values (1, 'sandbox')");
  await bought(world.app);
  await rows(world, sql`update installation set backed_up_at = now()`);
  await world.services.reconcile({ full: true });
});
afterAll(async () => {
  await world?.close();
  await Promise.all([merchant?.close(), recaptcha?.stop()]);
  await Promise.all([idle?.drop(), empty?.drop()]);
});

type Env = Record<string, string>;
async function doctor(changes: Env = {}, timeoutMs?: number): Promise<Diagnosis[]> {
  const env = { ...world.env, ...changes };
  const site = createSite(loadDataSettings(env), { env, progress: () => undefined });
  const found = await examine(site, timeoutMs === undefined ? {} : { timeoutMs });
  const secrets = Object.entries({ ...world.env, ...changes }).filter(
    ([name, value]) => value !== '' && /KEY|SECRET|TOKEN$/.test(name) && name !== 'IDENTITY_API_KEY',
  );
  expect(secrets.length).toBeGreaterThan(5);
  const printed = JSON.stringify(found) + linesOf(found).join('\n');
  for (const [name, secret] of secrets) expect(printed.includes(secret.split(':').at(-1)!), name).toBe(false);
  // Each failure states its remedy.
  for (const each of found)
    expect(each.advice !== undefined, each.name).toBe(['failed', 'warning'].includes(each.state));
  return found;
}
const named = (found: Diagnosis[], name: string) => found.find((each) => each.name === name);
const statesOf = (found: Diagnosis[], state: string) =>
  found.filter((each) => each.state === state).map(({ name }) => name);

/** Replaces a response of the payment vendor's sandbox. */
const stripeSays =
  (call: string, body: object, status = 200) =>
  () =>
    control(world.stripe, { fail: { call, status, body, times: 1 } });
const endpoint = (changes: object) => ({
  object: 'list',
  has_more: false,
  url: '/v1/webhook_endpoints',
  data: [
    {
      id: 'we_1',
      object: 'webhook_endpoint',
      url: `${world.services.config.publicUrl}/webhooks/stripe`,
      status: 'enabled',
      enabled_events: [...HANDLED_EVENTS],
      ...changes,
    },
  ],
});

describe('the doctor', () => {
  it('finds no fault in a healthy world, and says what it cannot check and why', async () => {
    const found = await doctor();
    expect(statesOf(found, 'failed'), JSON.stringify(found, null, 2)).toEqual([]);
    expect(statesOf(found, 'warning')).toEqual([]);
    expect(statesOf(found, 'not-checked')).toEqual([
      'patroni',
      'disk',
      'certificate',
      'cdn purge',
      'cdn rules',
      'hosted identity',
      'mail: MX',
      'mail: SPF',
      'mail: DKIM',
      'mail: unsubscribe',
      'mail: DMARC',
    ]);
    expect(named(found, 'secret keys')?.says).toBe('"a" encrypts, 1 decrypt, an activation code can be decrypted');
    expect(linesOf(found).at(-1)).toMatch(/^0 failed, 0 warnings, \d+ ok, 11 not checked$/);
    expect(await rows(world, sql`select 1 from payment_events where id = 'evt_doctor'`)).toEqual([]);
  });

  const nowhere = async (scheme: string) => `${scheme}://127.0.0.1:${await freePort()}`;
  const key = () => randomBytes(32).toString('base64');

  /** What is broken, by a variable or an action, and the message of the check with that name. */
  const BROKEN: {
    name: string;
    says: RegExp;
    state?: string;
    env?: () => Env | Promise<Env>;
    act?: () => Promise<unknown>;
    undo?: () => Promise<unknown>;
  }[] = [
    { name: 'configuration', says: /MAIL_FROM: is not set/, env: () => ({ MAIL_FROM: '' }) },
    {
      name: 'inbound mail',
      says: /^not set up: answers of travellers go to support@cairn\.example$/,
      state: 'not-checked',
      env: () => ({ INBOUND_MAIL_SECRET: '' }),
    },
    {
      name: 'inbound mail',
      says: /^no mailbox gets the tickets of travellers: neither SUPPORT_MAIL nor/,
      state: 'warning',
      env: () => ({ INBOUND_MAIL_SECRET: '', SUPPORT_MAIL: '' }),
    },
    {
      name: 'database',
      says: /can't be reached: .*ECONNREFUSED/,
      env: async () => ({ DATABASE_URL: `${await nowhere('postgres')}/x` }),
    },
    { name: 'schema', says: /is empty/, state: 'warning', env: () => ({ DATABASE_URL: empty.url }) },
    {
      name: 'schema',
      says: /schema is newer/,
      act: () => rows(world, sql`insert into migrations.applied values ('9999_x', 'h', '99.0.0', '99.0.0')`),
      undo: () => rows(world, sql`delete from migrations.applied where tag = '9999_x'`),
    },
    {
      name: 'prices',
      says: /other prices for 1 plans, which are ignored: france-1gb is sold for 4\.40 USD, not for 4\.50 USD/,
      state: 'warning',
      act: () => rows(world, sql`update plans set price_amount = 440 where id = 'france-1gb'`),
      undo: () => rows(world, sql`update plans set price_amount = 450 where id = 'france-1gb'`),
    },
    { name: 'worker', says: /no process runs jobs/, env: () => ({ DATABASE_URL: idle.url }) },
    {
      name: 'reconciliation',
      says: /the last one failed: unreachable/,
      act: () =>
        onDatabase(
          idle.url,
          `insert into reconciliation_runs (id, "full", started_at, finished_at, fault, clean)
             values (gen_random_uuid(), true, now(), now(), 'unreachable', false)`,
        ),
      env: () => ({ DATABASE_URL: idle.url }),
    },
    {
      name: 'reconciliation',
      says: /^5 hours ago/,
      act: () =>
        onDatabase(idle.url, "update reconciliation_runs set fault = null, finished_at = now() - interval '5 hours'"),
      env: () => ({ DATABASE_URL: idle.url }),
    },
    {
      name: 'payment providers',
      says: /not configured, with something open: gone \(events: 1\)/,
      act: () =>
        rows(
          world,
          sql`insert into payment_events (id, provider, type, object_id, received_at) values ('e1', 'gone', 'x', 'y', now())`,
        ),
      undo: () => rows(world, sql`delete from payment_events where provider = 'gone'`),
    },
    { name: 'backup', says: /none was made/, state: 'warning', env: () => ({ DATABASE_URL: idle.url }) },
    {
      name: 'secret keys',
      says: /was written with "a", which is missing or different here/,
      env: () => ({ CAIRN_SECRET_KEYS: `a:${key()}` }),
    },
    {
      name: 'claims',
      says: /do not say "24\/7 customer support"\npages say support in en, fr and not "in 10\+ languages"/,
      state: 'warning',
      env: () => ({ MERCHANT_FILE: merchantFile({}) }),
    },
    {
      name: 'legal texts',
      says: /not reviewed by a lawyer yet: terms\/2, privacy\/3, .* In force until then: terms\/1, privacy\/1, /,
      state: 'warning',
      env: () => ({ LEGAL_REVIEWED: '1' }),
    },
    {
      name: 'claims, payment',
      says: /pages do not say "Multiple payment options": the payment page takes cards$/,
      state: 'warning',
      act: () => control(world.stripe, { payment_methods: { on: ['card'] } }),
      undo: () => control(world.stripe, { payment_methods: { on: ['card', 'apple_pay', 'google_pay', 'link'] } }),
    },
    { name: 'store', says: /does not answer: ECONNREFUSED/, env: async () => ({ PUBLIC_URL: await nowhere('http') }) },
    { name: 'store', says: /served by another program/, env: () => ({ PUBLIC_URL: world.airalo.url }) },
    {
      name: 'webhook',
      says: /refuses an event that is signed/,
      env: () => ({ STRIPE_WEBHOOK_SECRET: 'whsec_another' }),
    },
    { name: 'webhook', says: /answers 404|answers 501/, env: () => ({ PUBLIC_URL: world.airalo.url }) },
    {
      name: 'stripe',
      says: /StripeAuthenticationError, status 401/,
      env: () => ({ STRIPE_SECRET_KEY: 'sk_test_another' }),
    },
    {
      name: 'stripe',
      says: /real money, and the store is in sandbox mode/,
      act: stripeSays('balance.retrieve', { object: 'balance', livemode: true }),
    },
    {
      name: 'stripe',
      says: /cannot accept payments/,
      act: stripeSays('account.retrieve', { id: 'acct_1', object: 'account', charges_enabled: false }),
    },
    {
      name: 'stripe',
      says: /may not read the balance/,
      state: 'not-checked',
      act: stripeSays('balance.retrieve', { error: { type: 'invalid_request_error', message: 'no' } }, 403),
    },
    {
      name: 'stripe webhook',
      says: /no endpoint is registered/,
      act: () =>
        control(world.stripe, {
          fail: { call: 'webhook_endpoints.list', status: 200, body: { ...endpoint({}), data: [] }, times: 1 },
        }),
    },
    {
      name: 'stripe webhook',
      says: /is disabled/,
      act: () => stripeSays('webhook_endpoints.list', endpoint({ status: 'disabled' }))(),
    },
    {
      name: 'stripe webhook',
      says: /is not sent charge\.refunded/,
      act: () =>
        stripeSays(
          'webhook_endpoints.list',
          endpoint({ enabled_events: HANDLED_EVENTS.filter((each) => each !== 'charge.refunded') }),
        )(),
    },
    { name: 'airalo', says: /unauthorized/, env: () => ({ AIRALO_CLIENT_SECRET: 'another-secret' }) },
    { name: 'airalo', says: /unreachable/, env: async () => ({ AIRALO_API_URL: await nowhere('http') }) },
    {
      name: 'airalo',
      says: /balance \d+\.\d\d USD/,
      state: 'warning',
      env: () => ({ WHOLESALE_LOW_BALANCE: '100000' }),
    },
    { name: 'twilio', says: /refuses the credentials/, env: () => ({ TWILIO_AUTH_TOKEN: 'another-token-of-twilio' }) },
    { name: 'google', says: /refuses the client/, env: () => ({ GOOGLE_CLIENT_SECRET: 'another-google-secret' }) },
    { name: 'google', says: /discovery document/, env: () => ({ GOOGLE_ISSUER: world.airalo.url }) },
    { name: 'facebook', says: /refuses the app/, env: () => ({ FACEBOOK_APP_SECRET: 'another-facebook-secret' }) },
    {
      name: 'blocking endpoint',
      says: /does not answer a signed question .*answered 401/,
      env: () => ({ BLOCKING_HOOK_SECRET: 'another-secret-than-the-endpoint-has-of-us' }),
    },
    {
      name: 'blocking endpoint',
      says: /does not answer a signed question .*another answer/,
      act: async () => void (merchant.reply = blockingSays({ welcome: true })),
      undo: async () => void (merchant.reply = blockingSays({ allow: true })),
    },
    {
      name: 'blocking endpoint',
      says: /ECONNREFUSED/,
      env: async () => ({ BLOCKING_HOOK_URL: await nowhere('http') }),
    },
    {
      name: 'blocking endpoint',
      says: /signed with another secret/,
      state: 'warning',
      act: async () => void (merchant.checks = false),
      undo: async () => void (merchant.checks = true),
    },
    {
      name: 'recaptcha',
      says: /refuses an assessment \(status 403\)/,
      env: () => ({ RECAPTCHA_API_KEY: 'another-key-of-the-captcha' }),
    },
    {
      name: 'inbound mail',
      says: /refuses a mail that is signed/,
      env: () => ({ INBOUND_MAIL_SECRET: 'another-secret-for-inbound-mail-than-ours' }),
    },
    {
      name: 'inbound mail',
      says: /webhooks\/mail: ECONNREFUSED/,
      env: async () => ({ PUBLIC_URL: await nowhere('http') }),
    },
    {
      name: 'mail server',
      says: /ESOCKET|ECONNREFUSED|ECONNECTION/,
      env: async () => ({ SMTP_URL: await nowhere('smtp') }),
    },
  ];

  it.each(BROKEN)('$name: $says', async ({ name, says, state = 'failed', env, act, undo }) => {
    await act?.();
    try {
      expect(named(await doctor(await env?.()), name)).toMatchObject({ state, says: expect.stringMatching(says) });
    } finally {
      await undo?.();
    }
  });

  it('says each fault of a check in a line of its own', async () => {
    const [head, ...faults] = linesOf(await doctor({ MAIL_FROM: '', STRIPE_SECRET_KEY: 'sk_live_abc' }));
    expect(head).toMatch(/^FAILED +configuration +MAIL_FROM: is not set/);
    expect(faults[0]).toMatch(/^ +STRIPE_SECRET_KEY: sandbox mode refuses/);
    expect(faults[1]).toMatch(/^ +→ /);
    expect(head!.indexOf('MAIL_FROM')).toBe(faults[0]!.indexOf('STRIPE_SECRET_KEY'));
  });

  it('reports a check as skipped when the check it depends on failed', async () => {
    const dark = await doctor({ DATABASE_URL: `${await nowhere('postgres')}/x` });
    for (const name of ['schema', 'clock, database', 'worker', 'backup', 'secret keys'])
      expect(named(dark, name)?.state, name).toBe('not-checked');
    const misconfigured = await doctor({ MAIL_FROM: '' });
    expect(new Set(misconfigured.slice(1).map(({ state }) => state))).toEqual(new Set(['not-checked']));
  });

  it('every check has a time limit', async () => {
    await control(world.stripe, { hold: { call: 'balance.retrieve', when: 'before', times: 5 } });
    expect(named(await doctor({}, 400), 'stripe')).toMatchObject({ state: 'failed', says: 'no answer within 0.4 s' });
    await control(world.stripe, { release: { call: 'balance.retrieve' } });
  });

  it('detects clock skew against the database and the vendors', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
    const differs = { state: 'failed', says: expect.stringMatching(/(59|60|61)\d s/) };
    expect(named(await doctor(), 'clock, database')).toMatchObject(differs);
    vi.useRealTimers();
    const late = createPlainServer((_, answer) => {
      answer.sendDate = false;
      answer.setHeader('date', new Date(Date.now() - 600_000).toUTCString()).end();
    });
    await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(late.address() as AddressInfo).port}`;
    expect(named(await doctor({ STRIPE_API_URL: url }), 'clock, vendors')).toMatchObject(differs);
    await new Promise((resolve) => late.close(resolve));
  });
});

describe('the certificate of PUBLIC_URL', () => {
  let server: Server;
  let authority: string;
  beforeAll(async () => {
    const keys = world.services.config.secretKeys!;
    const made = await createIssueCertificate({ db: world.db, vault: createVault(keys) })(['localhost']);
    authority = made.authority;
    server = createServer({ key: made.key, cert: made.certificate }, (_, answer) => answer.end());
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const look = async () =>
    named(await doctor({ PUBLIC_URL: `https://localhost:${(server.address() as AddressInfo).port}` }), 'certificate');

  it('fails when no authority signed it, and reports its expiry date', async () => {
    expect(await look()).toMatchObject({ state: 'failed', says: expect.stringMatching(/^not trusted: /) });
    const before = getCACertificates('default');
    setDefaultCACertificates([...before, authority]);
    expect(await look()).toMatchObject({ state: 'ok', says: expect.stringMatching(/^trusted for (59|60) more days/) });
    setDefaultCACertificates(before);
  });
});
