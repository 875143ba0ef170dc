import { createHash, createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#sandbox/postgres/port.ts';
import { loadConfig } from '#src/config/config.ts';
import { type Database, openDatabase } from '#src/db/database.ts';
import { type RunningApp, start } from '#src/main.ts';
import { createAccount, GOOD_PASSWORD, freshEmail, type TestAccount } from '#test/support/accounts.ts';
import { BLOCKING_SECRET, startBlockingEndpoint } from '#test/support/blocking-endpoint.ts';
import { rows } from '#test/support/books.ts';
import { freshDatabase, type TestDatabase } from '#test/support/database.ts';
import { codeFor } from '#test/support/phones.ts';
import { signInByPopup } from '#test/support/providers.ts';
import { becomes, bought, type Buyer, order, orderRequest, post } from '#test/support/shop.ts';
import { ticketsIn } from '#test/support/tickets.ts';
import { type Ports, startVendors, type Vendors } from '#test/support/vendors.ts';
import { messages, payHosted, until } from '#test/support/wire.ts';
import { startBuilt, type World } from '#test/support/world.ts';

/**
 * docs/operations.md, Rotating keys: every vendor gives new credentials while the store runs with the old ones, the hardest case of
 * the table, since no vendor takes both. What was under way waits, and the store goes on once it is restarted with the new values.
 */
const CUSTOM = ['first', 'second'].map((nth) => `the-${nth}-secret-for-custom-tokens-in-this-test`);
const HOOK = [BLOCKING_SECRET, 'another-secret-of-the-merchant-40-letters'];

let dataDir: string;
let ports: Ports;
let testDatabase: TestDatabase;
let database: Database;
let endpoint: Awaited<ReturnType<typeof startBlockingEndpoint>>;
let vendors: Vendors;
let world: World;
let running: RunningApp | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'cairn-rotation-'));
  const [app, stripe, airalo, mail, oauth, sms] = await Promise.all(Array.from({ length: 6 }, () => freePort()));
  ports = { app: app!, stripe: stripe!, airalo: airalo!, mail: mail!, oauth: oauth!, sms: sms! };
  [testDatabase, endpoint, vendors] = await Promise.all([
    freshDatabase(),
    startBlockingEndpoint(HOOK),
    startVendors(dataDir, ports),
  ]);
  database = openDatabase(testDatabase.url, { max: 4, onError: () => undefined });
  await startStore(0);
});
afterAll(async () => {
  await running?.stop();
  await database?.close();
  await vendors?.close();
  await endpoint?.close();
  await testDatabase?.drop();
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

let secretKeys: string | undefined;

/** Starts the store with the vendors' credentials of now, and with the secrets of its own before (0) or after (1) the rotation. */
async function startStore(turn: 0 | 1): Promise<void> {
  secretKeys ??= vendors.env['CAIRN_SECRET_KEYS']!;
  const env = {
    ...vendors.env,
    CAIRN_SECRET_KEYS: secretKeys,
    DATABASE_URL: testDatabase.url,
    FULFILMENT_DEADLINE_SECONDS: '3600',
    BLOCKING_HOOK_URL: endpoint.url.href,
    BLOCKING_HOOK_SECRET: HOOK[turn]!,
    IDENTITY_CUSTOM_TOKENS: '1',
    IDENTITY_CUSTOM_TOKEN_SECRET: CUSTOM[turn]!,
  };
  running = await start(loadConfig(env));
  await running.services.catalogue.checkPlans().catch(() => undefined);
  const { services } = running;
  const ours = { pid: process.pid, begin: startBuilt, close: async () => undefined };
  world = { ...vendors, ...ours, app: running, db: database.db, services, env };
}

const call = async (call: string, body: Record<string, unknown>) => {
  const answer = await post(world.app, `/identity/v1/${call}?key=cairn-web`, { returnSecureToken: true, ...body });
  return { status: answer.status };
};
const customToken = async (secret: string) => {
  const token = await new SignJWT({ uid: 'desk' })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience('cairn')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret));
  return call('accounts:signInWithCustomToken', { token });
};
const person = (name: string) => ({ email: `${name}-${freshEmail()}`, email_verified: true, name });
const textFrom = async (phoneNumber: string) => call('accounts:sendVerificationCode', { phoneNumber });
const tickets = ticketsIn(() => world);

let waiting: Buyer;
let account: TestAccount;
let ticket: { number: string; email: string };
let oldInboundSecret: string;

test('before a rotation everything works', async () => {
  await bought(world.app);
  ticket = await tickets.open();
  waiting = await order(world.app);
  oldInboundSecret = world.env['INBOUND_MAIL_SECRET']!;
  expect(await customToken(CUSTOM[0]!)).toMatchObject({ status: 200 });
  expect(await customToken(CUSTOM[1]!)).toMatchObject({ status: 400 });
});

test('while vendors take new credentials only, the store refuses what it can not do, and keeps what it owes', async () => {
  await vendors.close();
  vendors = await startVendors(dataDir, ports);
  expect((await post(world.app, '/api/orders', orderRequest())).status).toBe(503);
  await payHosted(waiting.paymentUrl);
  account = await createAccount(world.app);
  expect((await signInByPopup({ ...world, oauth: vendors.oauth }, 'google.com', person('ana'))).status).not.toBe(200);
  expect((await signInByPopup({ ...world, oauth: vendors.oauth }, 'facebook.com', person('bo'))).status).not.toBe(200);
  expect((await textFrom('+33639980001')).status).not.toBe(200);
  const [row] = await rows(world, sql`select status from orders where id = ${waiting.order.id}`);
  expect(row?.['status']).not.toMatch(/fulfilled|refund|expired/);
  expect(await messages(vendors.mail, account.email)).toEqual([]);
});

test('a restart with the new credentials delivers what waited, and everything works', async () => {
  await running!.stop();
  await startStore(1);
  // STRIPE_SECRET_KEY, AIRALO_CLIENT_SECRET, SMTP_URL
  await becomes(world.app, waiting, 'fulfilled', 60_000);
  await until(async () => (await messages(vendors.mail, account.email)).length > 0, {
    timeout: 60_000,
    what: 'the mail that waited',
  });
  // STRIPE_WEBHOOK_SECRET
  await bought(world.app);
  expect(
    await until(
      async () => (await rows(world, sql`select from payment_events where handled_at is not null`)).length >= 2,
      { what: 'webhooks under the new secret' },
    ),
  ).toBe(true);
  // GOOGLE_CLIENT_SECRET, FACEBOOK_APP_SECRET, TWILIO_AUTH_TOKEN
  expect(await signInByPopup(world, 'google.com', person('ana'))).toMatchObject({ status: 200 });
  expect(await signInByPopup(world, 'facebook.com', person('bo'))).toMatchObject({ status: 200 });
  expect(await textFrom('+33639980002')).toMatchObject({ status: 200 });
  expect(await codeFor(world.sms, '+33639980002')).toMatch(/^\d{6}$/);
});

test('INBOUND_MAIL_SECRET: a reply to an older mail arrives under the new secret, and the old one signs nothing', async () => {
  const mail = await tickets.mailTo(ticket.email, ticket.number);
  await tickets.send({
    to: await tickets.replyTo(mail),
    from: ticket.email,
    subject: mail.subject,
    text: 'Still no data.',
  });
  await tickets.arrives(ticket.number, 'Still no data.');
  const delivered = async (secret: string) => {
    const body = 'Subject: x\r\n\r\nx';
    const sha256 = createHash('sha256').update(body).digest('hex');
    const time = Math.floor(Date.now() / 1000);
    const v1 = createHmac('sha256', secret).update(`${time}.${sha256}.a@cairn.example`).digest('hex');
    const headers = {
      'content-type': 'message/rfc822',
      'mail-recipient': 'a@cairn.example',
      'mail-signature': `t=${time},sha256=${sha256},v1=${v1}`,
    };
    return (await fetch(`${world.app.url}/webhooks/mail`, { method: 'POST', body, headers })).status;
  };
  expect(await delivered(world.env['INBOUND_MAIL_SECRET']!)).toBe(204);
  expect(await delivered(oldInboundSecret)).toBe(400);
});

test('IDENTITY_CUSTOM_TOKEN_SECRET: tokens under the old secret stop working', async () => {
  expect(await customToken(CUSTOM[1]!)).toMatchObject({ status: 200 });
  expect(await customToken(CUSTOM[0]!)).toMatchObject({ status: 400 });
});

test('BLOCKING_HOOK_SECRET: an endpoint that takes both secrets can drop the old one after the restart', async () => {
  const signUp = () => call('accounts:signUp', { email: freshEmail(), password: GOOD_PASSWORD });
  expect(await signUp()).toMatchObject({ status: 200 });
  endpoint.secrets = [HOOK[1]!];
  expect(await signUp()).toMatchObject({ status: 200 });
  endpoint.secrets = [HOOK[0]!];
  expect((await signUp()).status).not.toBe(200);
});
