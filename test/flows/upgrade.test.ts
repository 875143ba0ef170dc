import { signInWithEmailAndPassword } from 'firebase/auth';
import { Secret, TOTP } from 'otpauth';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EsimView } from '#src/shared/views.ts';
import { migrate, schemaVersion } from '#src/db/migrate.ts';
import { parseMigration, readMigrations } from '#src/db/migrations.ts';
import { MESSAGES } from '#src/i18n/i18n.ts';
import { sdkClient } from '#test/support/auth-client.ts';
import { savedAuthenticator } from '#test/support/authenticator.ts';
import { passkeyApi } from '#test/support/passkeys.ts';
import { codeFor } from '#test/support/phones.ts';
import { signInByPopup } from '#test/support/providers.ts';
import { look, post } from '#test/support/shop.ts';
import { control, payHosted, until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';
import { reconcileAll } from '../../bench/chaos/reconcile.ts';
import { tallyUp } from '../../bench/chaos/tally.ts';
import { createDesk } from '#test/support/desk.ts';
import type { Dump } from '../upgrade/dump.ts';
import type { Facts, OrderFacts } from '../upgrade/facts.ts';
import { databaseOf, openDump } from '../upgrade/open.ts';

const { en, fr } = MESSAGES;

/** Every release whose databases this version can upgrade (test/upgrade/make.ts). */
const RELEASES = ['1.0.0'];

describe.each(RELEASES)('an installation of %s', (release) => {
  let world: World;
  let facts: Facts;
  let dump: Dump;
  let client: pg.Client;
  let before: Sums;

  beforeAll(async () => {
    const opened = await openDump(release);
    ({ facts, dump } = opened);
    client = new pg.Client(opened.filled.database.url);
    await client.connect();
    before = await sums(client);
    await migrate(opened.filled.database.url);
    expect(await sums(client)).toMatchObject(before);
    const settings = {
      CAIRN_SECRET_KEYS: facts.testSecretKeys,
      RECONCILE_GRACE_SECONDS: '0',
      ESIM_USAGE_MAX_AGE_MINUTES: '0',
    };
    world = await startBuiltWorld(settings, undefined, { filled: opened.filled });
  });
  afterAll(async () => {
    await client?.end();
    await world?.close();
  });

  const orderOf = (name: string) => facts.orders[name]!;
  const viewOf = (name: string) => look(world.app, buyerOf(orderOf(name)));
  const page = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(world.app.url + path, { headers });
    const html = await answer.text();
    return { status: answer.status, html, headline: text(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '') };
  };

  test('has a row in every table that its stories fill, and an order in every lasting state', () => {
    for (const table of [
      'accounts',
      'disputes',
      'esims',
      'ledger_differences',
      'mails',
      'passkeys',
      'payment_events',
      'provider_links',
      'reconciliation_runs',
      'refunds',
      'text_messages',
      'ticket_messages',
      'totp_secrets',
      'wholesale_orders',
    ])
      expect(before[`${table} rows`], table).toBeGreaterThan(0);
    // An order is fulfilment_failed only within the transaction that requests its refund.
    expect([...new Set(Object.values(facts.orders).map(({ status }) => status))].sort()).toEqual([
      'disputed',
      'expired',
      'fulfilled',
      'fulfilling',
      'paid',
      'payment_failed',
      'pending_payment',
      'refund_pending',
      'refunded',
    ]);
  });

  test.each(['fulfilling', 'paid', 'paidUnseen'])('delivers the order that was %s when it stopped', async (name) => {
    await control(world.airalo, { release: { call: 'orders.create' } });
    const done = await until(async () => (await viewOf(name)).status === 'fulfilled' && viewOf(name), {
      what: `${name} is delivered`,
    });
    expect(done.esim?.lpa).toMatch(/^LPA:1\$/);
  });

  test('delivers the eSIM that the wholesaler owes, pays requested refunds, and takes a payment', async () => {
    const {
      rows: [late],
    } = await client.query<{ id: string }>('select id from order_lines where order_id = $1', [orderOf('late').id]);
    await control(world.airalo, { profiles: { complete: `cairn-${late!.id}` } });
    await payHosted(orderOf('payable').paymentUrl);
    for (const [name, status] of [
      ['late', 'fulfilled'],
      ['warned', 'refunded'],
      ['payable', 'fulfilled'],
    ] as const)
      await expect.poll(async () => (await viewOf(name)).status, { message: name }).toBe(status);
  });

  test('shows each of its orders in its state, with the eSIMs bought', async () => {
    const titles: Record<string, string> = {
      waiting: en.order.confirming.title,
      declined: en.order.confirming.title,
      expired: en.order.expired.title,
      failed: en.order.failed.title,
      refunded: en.order.refund.doneTitle,
      returnedRefund: en.order.refund.returnedTitle,
      warned: en.order.refund.doneTitle,
      disputed: en.order.disputed.title,
      several: '3 eSIMs are ready',
      french: fr.order.ready.title.replace('{{destination}}', 'Europe'),
    };
    for (const [name, order] of Object.entries(facts.orders)) {
      const { status, html, headline } = await page(`/orders/${order.id}`, {
        cookie: order.cookie,
        'accept-language': order.locale,
      });
      expect.soft(status, name).toBe(200);
      expect.soft(headline, name).toContain(titles[name] ?? en.order.ready.title.replace('{{destination}}', 'France'));
      expect.soft(html, name).toContain(order.number);
      if (titles[name] === undefined || ['several', 'french'].includes(name))
        for (const code of order.codes) expect.soft(html, name).toContain(code);
    }
    expect((await page(`/orders/${orderOf('guest').id}`)).status).toBe(404);
  });

  test('signs in its users with each of their methods, and keeps their sessions', async () => {
    const { accounts } = facts;
    const again = await fetch(`${world.app.url}/identity/v1/token?key=cairn-web`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: accounts.password.refreshToken }),
    });
    expect(again.status).toBe(200);
    for (const { email, password } of [accounts.password, accounts.french]) {
      const auth = sdkClient(world.app.url);
      expect((await signInWithEmailAndPassword(auth, email, password)).user.email).toBe(email);
      await auth.close();
    }
    const google = await signInByPopup(world, 'google.com', accounts.provider.person);
    expect(google.json).toMatchObject({ email: accounts.provider.email, isNewUser: false });

    const { sessionInfo } = await identity('v1/accounts:sendVerificationCode', accounts.phone);
    const code = await codeFor(world.sms, accounts.phone.phoneNumber, 2);
    expect(await identity('v1/accounts:signInWithPhoneNumber', { sessionInfo, code })).toMatchObject({
      isNewUser: false,
    });

    const { email, password, enrolmentId, totpSecret } = accounts.secondFactor;
    const { mfaPendingCredential } = await identity('v1/accounts:signInWithPassword', { email, password });
    const verificationCode = new TOTP({ secret: Secret.fromBase32(totpSecret) }).generate();
    expect(
      await identity('v2/accounts/mfaSignIn:finalize', {
        mfaPendingCredential,
        mfaEnrollmentId: enrolmentId,
        totpVerificationInfo: { verificationCode },
      }),
    ).toHaveProperty('idToken');

    const passkeys = passkeyApi(world.app);
    const answer = await passkeys.answer(savedAuthenticator(world.app.url, accounts.passkey.testAuthenticator));
    expect((await passkeys.signIn(answer)).status).toBe(200);
  });

  test('shows an account with its eSIMs and orders, and its settings', async () => {
    const { email, password, name } = facts.accounts.password;
    const { idToken } = await identity('v1/accounts:signInWithPassword', { email, password, returnSecureToken: true });
    const headers = { authorization: `Bearer ${String(idToken)}` };
    const ask = async (path: string) => (await (await fetch(world.app.url + path, { headers })).json()) as never;
    expect(await ask('/api/account')).toMatchObject({ account: { email, displayName: name } });
    const { esims } = (await ask('/api/esims')) as { esims: EsimView[] };
    expect(esims.map(({ orderId }) => orderId)).toEqual([orderOf('owned').id]);
    const { orders } = (await ask('/api/orders')) as { orders: { id: string }[] };
    expect(orders.map(({ id }) => id)).toEqual([orderOf('owned').id]);
    expect(await page('/profile')).toMatchObject({ status: 200 });
    expect(await page('/profile/settings')).toMatchObject({ status: 200 });
    expect((await page('/contact')).headline).toBe(en.contact.title);
  });

  test('continues its ticket', async () => {
    const desk = createDesk(world.db);
    const ticket = (await desk.findTicket(facts.ticket.number))!;
    expect((await desk.showTicket(ticket)).join('\n')).toContain('Still nothing.');
    await desk.answerTicket(ticket, 'We sent it again.');
    await until(
      async () => {
        const { rows } = await client.query(
          "select from mails where kind like 'ticket%' and sent_at > now() - interval '1 minute'",
        );
        return rows.length > 0;
      },
      { what: 'the answer is mailed' },
    );
  });

  test('has consistent books: one payment and one eSIM, or the refund, for each paid order', async () => {
    const query = async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows as never;
    await until(async () => (await client.query('select from mails where sent_at is null')).rowCount === 0, {
      what: 'all mails are out',
    });
    const { violations, ...tally } = await tallyUp({ ...world, query }, []);
    // A refund that the bank sent back waits for a person.
    expect(violations.map((each) => each.slice(0, 42))).toEqual([`order ${orderOf('returnedRefund').id}`]);
    expect(tally).toMatchObject({ paidTwice: 0, payments: 14, wholesaleOrders: 16 });
    const { unrepaired, byHand } = await reconcileAll({ databaseUrl: async () => world.env['DATABASE_URL']! });
    expect(unrepaired).toEqual([]);
    expect(byHand).toEqual({});
  });

  test('gives each eSIM its plan before a process starts, and each line its purpose', async () => {
    const database = await databaseOf(dump);
    const own = new pg.Client(database.url);
    await own.connect();
    try {
      await migrate(database.url);
      const { rows } = await own.query(
        `select e.id from esims e join order_lines l on l.id = e.line_id
         left join esim_plans p on p.esim_id = e.id and p.line_id = l.id and p.position = 0
         where (p.order_id, p.package_id, p.data_mb, p.unlimited, p.days, p.state, p.remaining_mb, p.issued_at, p.expires_at)
           is distinct from
           (e.order_id, l.package_id, e.data_mb, l.unlimited, e.days, e.plan_state, e.remaining_mb, e.issued_at, e.expires_at)`,
      );
      expect(rows).toEqual([]);
      expect((await sums(own))['esim_plans rows']).toBe(before['esims rows']);
      const purposes = await own.query('select distinct purpose, esim_id, quantity from order_lines');
      expect(purposes.rows).toEqual([{ purpose: 'profile', esim_id: null, quantity: 1 }]);
    } finally {
      await own.end();
      await database.drop();
    }
  });

  test('runs a planted later migration with a backfill without losing a row', async () => {
    const database = await databaseOf(dump);
    const planted = [
      ...readMigrations(),
      parseMigration('9998_planted', '-- works with: 1.0.0\nalter table orders add column buyer_language text'),
      parseMigration(
        '9999_planted_backfill',
        '-- works with: 1.0.0\n-- runs: in batches\nupdate orders set buyer_language = locale where id in (select id from orders where buyer_language is null limit 7)',
      ),
    ];
    const own = new pg.Client(database.url);
    await own.connect();
    try {
      await migrate(database.url, { migrations: planted });
      expect(await sums(own)).toMatchObject(before);
      expect(await schemaVersion(own)).toBe('9999_planted_backfill');
      expect((await own.query('select from orders where buyer_language is distinct from locale')).rowCount).toBe(0);
    } finally {
      await own.end();
      await database.drop();
    }
  });

  test('takes the prices that a process of 1.0.0 sets beside it, each a row by plan, currency and start', async () => {
    const database = await databaseOf(dump);
    const own = new pg.Client(database.url);
    await own.connect();
    try {
      // Two changes that have one start: the newer one is in force.
      await own.query(
        `insert into plan_prices (id, plan_id, version, from_amount, to_amount, currency, by, at)
         select gen_random_uuid(), id, 8, 1, price_amount, currency, 'ana', timestamptz '2026-01-01' from plans where id = 'france-1gb'
         union all
         select gen_random_uuid(), id, 7, price_amount, 1, currency, 'ana', timestamptz '2026-01-01' from plans where id = 'france-1gb'`,
      );
      await own.query(`update plan_prices set at = '2025-01-01' where plan_id = 'france-1gb' and version < 7`);
      await migrate(database.url);
      expect((await own.query(`select from plan_prices where plan_id = 'france-1gb' and version >= 7`)).rowCount).toBe(
        2,
      );
      // As its command "catalogue price" does.
      await own.query(`update plans set price_amount = 1250 where id = 'france-3gb'`);
      await own.query(
        `insert into plan_prices (id, plan_id, version, from_amount, to_amount, currency, by, at)
         values (gen_random_uuid(), 'france-3gb', 9, 1100, 1250, 'USD', 'ana', now())`,
      );
      const unlike = await own.query(
        `select p.id from plans p where p.currency is distinct from 'USD' or p.price_amount is distinct from (
           select to_amount from plan_prices where plan_id = p.id and currency = p.currency order by at desc limit 1)`,
      );
      expect(unlike.rows).toEqual([]);
    } finally {
      await own.end();
      await database.drop();
    }
  });

  test('takes what a process of 1.0.0 writes beside it: each row of money names its provider', async () => {
    const database = await databaseOf(dump);
    const own = new pg.Client(database.url);
    await own.connect();
    try {
      await migrate(database.url);
      const paid = await own.query<{ id: string; order_id: string }>(
        `select id, order_id from payment_attempts where status = 'paid' limit 1`,
      );
      const { id: attempt, order_id: order } = paid.rows[0]!;
      const now = new Date();
      // The statements of its stores, with their arbiters.
      const write = async (statement: string, values: unknown[]) => (await own.query(statement, values)).rowCount;
      const attempts = `insert into payment_attempts (id, order_id, number, status, amount, currency, session_id, created_at, expires_at, surplus)
        values (gen_random_uuid(), $1, $2, 'open', 1100, 'USD', $3, $4, $4, false) on conflict do nothing`;
      expect(await write(attempts, [order, 90, 'cs_old', now])).toBe(1);
      expect(await write(attempts, [order, 90, 'cs_older', now])).toBe(0);
      expect(await write(attempts, [order, 91, 'cs_old', now])).toBe(0);
      const events = `insert into payment_events (id, type, object_id, received_at) values ('evt_old', 'refund.created', 're_old', $1)
        on conflict do nothing`;
      expect([await write(events, [now]), await write(events, [now])]).toEqual([1, 0]);
      await write(
        `insert into refunds (id, order_id, attempt_id, origin, reason, amount, currency, status, vendor_id, created_at, updated_at)
         values (gen_random_uuid(), $1, $2, 'vendor', 'requested', 100, 'USD', 'succeeded', 're_old', $3, $3)`,
        [order, attempt, now],
      );
      const disputes = `insert into disputes (vendor_id, order_id, attempt_id, kind, status, reason, amount, currency, opened_at, updated_at)
        values ('dp_old', $1, $2, 'dispute', $4, 'general', 1100, 'USD', $3, $3)
        on conflict (vendor_id) do update set status = excluded.status`;
      const warnings = `insert into fraud_warnings (vendor_id, order_id, attempt_id, fraud_type, actionable, opened_at, updated_at)
        values ('issfr_old', $1, $2, 'misc', $4, $3, $3) on conflict (vendor_id) do update set actionable = excluded.actionable`;
      const differences = `insert into ledger_differences (id, kind, subject, order_id, repair, first_seen_at, last_seen_at)
        values (gen_random_uuid(), 'refund-missing', 're_old', $1, 'by-hand', $2, $2)
        on conflict (kind, subject) do update set last_seen_at = excluded.last_seen_at`;
      for (const [status, actionable] of [
        ['needs_response', true],
        ['lost', false],
      ]) {
        expect(await write(disputes, [order, attempt, now, status])).toBe(1);
        expect(await write(warnings, [order, attempt, now, actionable])).toBe(1);
        // Its comparison fails when it finds a difference, and its job is tried again: by this version, in the end.
        await expect(write(differences, [order, now])).rejects.toThrow(/no unique/);
      }
      for (const table of ['payment_attempts', 'payment_events', 'refunds', 'disputes', 'fraud_warnings']) {
        const { rows: names } = await own.query(`select distinct provider from ${table}`);
        expect(names, table).toEqual([{ provider: 'stripe' }]);
      }
      expect((await own.query('select distinct kind from payment_attempts')).rows).toEqual([{ kind: 'page' }]);
    } finally {
      await own.end();
      await database.drop();
    }
  });

  async function identity(path: string, body: object): Promise<Record<string, unknown>> {
    const answer = await post(world.app, `/identity/${path}?key=cairn-web`, { ...body });
    return (await answer.json()) as Record<string, unknown>;
  }
});

type Sums = Record<string, number>;

/** How many rows each table has, and the sum of its money columns. */
async function sums(client: pg.Client): Promise<Sums> {
  const { rows: columns } = await client.query<{ table: string; column: string | null }>(
    `select t.table_name as table, c.column_name as column
     from information_schema.tables t left join information_schema.columns c
       on c.table_name = t.table_name and c.table_schema = 'public' and c.column_name like '%amount' and c.data_type = 'integer'
     where t.table_schema = 'public'`,
  );
  const found: Sums = {};
  for (const { table, column } of columns) {
    const {
      rows: [row],
    } = await client.query<{ n: number; sum: number }>(
      `select count(*)::int as n, coalesce(sum(${column ?? '0'}), 0)::int as sum from ${table}`,
    );
    found[`${table} rows`] = row!.n;
    if (column) found[`${table}.${column}`] = row!.sum;
  }
  return found;
}

const buyerOf = ({ id, cookie }: OrderFacts) => ({ order: { id }, cookie }) as Parameters<typeof look>[1];

/** The visible text of HTML. */
const text = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#x27;|&#39;/g, "'")
    .replaceAll('&amp;', '&');
