import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { multiFactor, signInWithEmailAndPassword, TotpMultiFactorGenerator } from 'firebase/auth';
import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { loadConfig } from '#src/config/config.ts';
import { openDatabase } from '#src/db/database.ts';
import { createLog } from '#src/log.ts';
import { start } from '#src/main.ts';
import { createServices } from '#src/services.ts';
import { VERSION } from '#src/shared/version.ts';
import { createAccount, GOOD_PASSWORD } from '#test/support/accounts.ts';
import { rows } from '#test/support/books.ts';
import { startTestCluster } from '#test/support/cluster.ts';
import { codeIn, mailTo } from '#test/support/account-mails.ts';
import { sdkClient } from '#test/support/auth-client.ts';
import { freshDatabase } from '#test/support/database.ts';
import { passkeyApi } from '#test/support/passkeys.ts';
import { codeFor } from '#test/support/phones.ts';
import { signInByPopup } from '#test/support/providers.ts';
import { becomes, bought, type Buyer, buy, look, order, post } from '#test/support/shop.ts';
import { startSurroundings } from '#test/support/surroundings.ts';
import { ticketsIn } from '#test/support/tickets.ts';
import { control, held, payHosted, until } from '#test/support/wire.ts';
import { startBuilt, type World } from '#test/support/world.ts';
import { BY_HAND, createReconcileDesk } from '#test/support/desk.ts';
import { addressesOf, type Facts, type OrderFacts } from './facts.ts';
import { writeDump } from './dump.ts';

/**
 * `npm run dump-release` drives the product as travellers and vendors do. It writes test/upgrade/VERSION.dump.gz
 * and what the people know (VERSION.facts.json). Run it once per release. Older dumps stay, and every later version
 * must still upgrade them.
 */

const stopCluster = await startTestCluster();
const dataDir = await mkdtemp(path.join(tmpdir(), 'cairn-dump-'));
const around = await startSurroundings(
  { SWEEP_SECONDS: '1', RECONCILE_GRACE_SECONDS: '0' },
  { dataDir, database: await freshDatabase() },
);
const config = loadConfig(around.env);
const log = createLog('silent');
const app = await start(config, log);
const world: World = {
  ...around,
  db: around.database.db,
  app,
  services: app.services,
  pid: process.pid,
  begin: startBuilt,
  close: async () => undefined,
};
await app.services.catalogue.checkPlans();

const accounts = await makeAccounts();
const buyers: Record<string, Buyer & { locale: 'en' | 'fr' }> = {};
const ticket = await buyAndWrite();

// From here on the store's processes are gone, so no queued work is carried out.
await Promise.all([
  control(world.stripe, { hold: { call: 'webhooks.deliver', when: 'before', times: 100 } }),
  control(world.airalo, { hold: { call: 'orders.create', when: 'before', times: 100 } }),
]);
await leaveUnderWay();
await app.stop();
await leaveUndone();

const facts: Facts = {
  about: `Made by test/upgrade/make.ts with version ${VERSION}. The people are made up, and every key in here is a test key: never use one elsewhere.`,
  testSecretKeys: around.env['CAIRN_SECRET_KEYS']!,
  accounts,
  orders: Object.fromEntries(
    await Promise.all(Object.entries(buyers).map(async ([name, buyer]) => [name, await factsOf(buyer)])),
  ),
  ticket,
};
const file = path.join(import.meta.dirname, VERSION);
await writeFile(`${file}.facts.json`, `${JSON.stringify(named(facts), null, 2)}\n`);
await writeDump(`${file}.dump.gz`, {
  databaseUrl: around.env['DATABASE_URL']!,
  dataDir,
  addresses: addressesOf(around),
  version: VERSION,
});
await around.close();
await rm(dataDir, { recursive: true, force: true });
await stopCluster();

async function makeAccounts(): Promise<Facts['accounts']> {
  const byPassword = await createAccount(world.app);
  await confirm(byPassword.email);
  await call('accounts:update', { idToken: byPassword.idToken, displayName: 'Ada Traveller' });
  const { refreshToken } = await signIn(byPassword.email);

  const french = await createAccount(world.app, 'fr');
  const person = {
    email: 'gita@travellers.example',
    email_verified: true,
    name: 'Gita Google',
    picture: null,
    sub: '110000000000000000001',
  };
  const popup = await signInByPopup(world, 'google.com', person);
  if (popup.status !== 200) throw new Error(`no sign-in by Google: ${JSON.stringify(popup.json)}`);

  const phoneNumber = '+33639980012';
  await signInByPhone(phoneNumber);

  const withApp = await createAccount(world.app);
  await confirm(withApp.email);
  const withPasskey = await createAccount(world.app);
  const { authenticator } = await passkeyApi(world.app).enrol(withPasskey.idToken);
  return {
    password: { email: byPassword.email, password: GOOD_PASSWORD, refreshToken, name: 'Ada Traveller' },
    french: { email: french.email, password: GOOD_PASSWORD },
    provider: { email: person.email, person },
    phone: { phoneNumber },
    secondFactor: { email: withApp.email, password: GOOD_PASSWORD, ...(await enrolApp(withApp.email)) },
    passkey: { email: withPasskey.email, testAuthenticator: authenticator.save() },
  };
}

async function enrolApp(email: string) {
  const auth = sdkClient(world.app.url);
  try {
    const { user } = await signInWithEmailAndPassword(auth, email, GOOD_PASSWORD);
    const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());
    const code = new TOTP({ secret: Secret.fromBase32(secret.secretKey) }).generate();
    await multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), 'App');
    return { enrolmentId: multiFactor(user).enrolledFactors[0]!.uid, totpSecret: secret.secretKey };
  } finally {
    await auth.close();
  }
}

/** Orders in a final state, the ticket, and actions of the vendors. */
async function buyAndWrite(): Promise<Facts['ticket']> {
  const { idToken } = await signIn(accounts.password.email);
  const headers = { authorization: `Bearer ${idToken}` };
  keep('owned', await bought(world.app, { email: accounts.password.email }, headers));
  keep('guest', await bought(world.app));
  keep('french', await bought(world.app, { locale: 'fr', planId: 'europe-5gb' }));
  keep('several', await bought(world.app, { planId: undefined, planIds: ['france-1gb', 'morocco-3gb', 'france-1gb'] }));
  keep('waiting', await order(world.app));

  const declined = keep('declined', await order(world.app));
  await payHosted(declined.paymentUrl, '4000000000000002');

  const expired = keep('expired', await order(world.app));
  await control(world.stripe, { expire: { session: sessionOf(expired) } });
  await becomes(world.app, expired, 'expired');

  const failed = keep('failed', await order(world.app));
  // Cards, the only way to pay, do not fail after the payment page, so no sandbox can cause this state.
  await world.db.execute(sql`update orders set status = 'payment_failed' where id = ${failed.order.id}`);

  const refunded = keep('refunded', await bought(world.app));
  await world.services.desk.refunds.refund(refunded.order.id, BY_HAND);
  await becomes(world.app, refunded, 'refunded');

  const part = keep('partlyRefunded', await bought(world.app));
  await control(world.stripe, { refund: { payment_intent: await intentOf(part), amount: 100 } });
  await until(async () => (await look(world.app, part)).refund, { what: 'the part refund is known' });

  const returned = keep('returnedRefund', await bought(world.app));
  await control(world.stripe, { refund: { payment_intent: await intentOf(returned) } });
  await becomes(world.app, returned, 'refunded');
  const [{ vendor_id: refund }] = (await rows<{ vendor_id: string }>(
    world,
    sql`select vendor_id from refunds where order_id = ${returned.order.id}`,
  )) as [{ vendor_id: string }];
  await control(world.stripe, { fail_refund: { refund, reason: 'expired_or_canceled_card' } });
  await until(
    async () =>
      (await rows(world, sql`select from refunds where order_id = ${returned.order.id} and status = 'failed'`)).length,
    {
      what: 'the bank sent the refund back',
    },
  );

  const disputed = keep('disputed', await bought(world.app));
  await control(world.stripe, {
    dispute: { payment_intent: await intentOf(disputed), reason: 'fraudulent', kind: 'dispute' },
  });
  await becomes(world.app, disputed, 'disputed');

  const warned = keep('warned', await bought(world.app));
  await control(world.stripe, { fraud_warning: { payment_intent: await intentOf(warned), fraud_type: 'misc' } });
  await until(async () => (await rows(world, sql`select from fraud_warnings`)).length, {
    what: 'the warning is known',
  });

  await control(world.airalo, { profiles: { next: 'none', times: 1 } });
  keep('late', await buy(world.app));

  const { open, mailTo: mailAbout, replyTo, send, arrives } = ticketsIn(() => world);
  const opened = await open({ email: buyers['guest']!.email, order: buyers['guest']!.order.number });
  await send({
    to: await replyTo(await mailAbout(opened.email, opened.number)),
    from: opened.email,
    text: 'Still nothing.',
  });
  await arrives(opened.number, 'Still nothing.');

  await until(
    async () =>
      (await rows<{ n: number }>(world, sql`select count(*)::int as n from mails where sent_at is null`))[0]?.n === 0,
    { what: 'all mails are out' },
  );
  await createReconcileDesk(world.db).reconcile(() => undefined);
  return opened;
}

/** Paid, and the wholesaler has not responded. */
async function leaveUnderWay(): Promise<void> {
  const fulfilling = keep('fulfilling', await buy(world.app));
  await control(world.stripe, { deliver: { type: 'checkout.session.completed', session: sessionOf(fulfilling) } });
  await held(world.airalo, 'orders.create');
  keep('paidUnseen', await buy(world.app));
  keep('payable', await order(world.app));
  keep('paid', await buy(world.app));
}

/** Work that a process recorded before it ended, and that no job has carried out. */
async function leaveUndone(): Promise<void> {
  const databaseUrl = around.env['DATABASE_URL']!;
  const database = openDatabase(databaseUrl, { max: 4, onError: () => undefined });
  const services = await createServices({ config, database, databaseUrl, keys: config.secretKeys!, log });
  const attempt = await services.payments.latestAttempt(buyers['paid']!.order.id);
  await services.settlePayment(attempt!.id);
  await services.desk.refunds.refund(buyers['warned']!.order.id, BY_HAND);
  await services.close();
  await database.close();
}

function keep<T extends Buyer>(name: string, buyer: T): T {
  buyers[name] = { ...buyer, locale: name === 'french' ? 'fr' : 'en' };
  return buyer;
}

async function factsOf({
  order: { id, number },
  email,
  cookie,
  paymentUrl,
  locale,
}: Buyer & { locale: 'en' | 'fr' }): Promise<OrderFacts> {
  const [found] = await rows<{ status: OrderFacts['status'] }>(world, sql`select status from orders where id = ${id}`);
  const wholesale = await rows<{ id: string }>(
    world,
    sql`select id from order_lines where order_id = ${id} order by position`,
  );
  const { orders } = (await (await fetch(`${world.airalo.url}/_sandbox/ledger`)).json()) as {
    orders: { description: string; sims: { matching_id: string }[] }[];
  };
  const codes = wholesale.flatMap(({ id: line }) =>
    orders
      .filter(({ description }) => description === `cairn-${line}`)
      .flatMap(({ sims }) => sims.map(({ matching_id: code }) => code)),
  );
  return { id, number, email, locale, cookie, paymentUrl, status: found!.status, codes };
}

/** Replaces addresses by names, as in the dump. */
function named(value: Facts): unknown {
  let text = JSON.stringify(value);
  for (const [name, address] of Object.entries(addressesOf(around))) text = text.replaceAll(address, `{{${name}}}`);
  return JSON.parse(text);
}

function sessionOf({ paymentUrl }: Buyer): string {
  return /cs_\w+/.exec(paymentUrl)![0];
}

async function intentOf(buyer: Buyer): Promise<string> {
  const attempt = await world.services.payments.latestAttempt(buyer.order.id);
  return attempt!.paymentRef!;
}

async function call(address: string, body: object): Promise<Record<string, unknown>> {
  const answer = await post(world.app, `/identity/v1/${address}?key=cairn-web`, { ...body });
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

async function signIn(email: string): Promise<{ idToken: string; refreshToken: string }> {
  const body = { email, password: GOOD_PASSWORD, returnSecureToken: true };
  return (await call('accounts:signInWithPassword', body)) as { idToken: string; refreshToken: string };
}

async function confirm(email: string): Promise<void> {
  await call('accounts:update', { oobCode: codeIn(await mailTo(world, email, 'Confirm your email address')) });
}

async function signInByPhone(phoneNumber: string): Promise<void> {
  const { sessionInfo } = await call('accounts:sendVerificationCode', { phoneNumber });
  await call('accounts:signInWithPhoneNumber', { sessionInfo, code: await codeFor(world.sms, phoneNumber) });
}
