import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueue } from '#src/queue/queue.ts';
import type { RetentionName } from '#src/shared/retention.ts';
import { createAccount } from '#test/support/accounts.ts';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { bought, look, order } from '#test/support/shop.ts';
import { until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await startBuiltShop();
});
afterAll(() => world?.close());

/** Growing tables, each with one expired row (`old`) and one that is kept (`new`). */
async function fill(orderId: string, accountId: string): Promise<void> {
  await world.db.execute(sql`
    with ages (name, age) as (values ('old', interval '800 days'), ('new', interval '0')),
    access as (insert into order_access (hash, order_id, kind, created_at, expires_at)
      select name, ${orderId}::uuid, 'mail', now(), now() + interval '1 day' - age from ages),
    events as (insert into payment_events (id, type, object_id, received_at, handled_at)
      select name, name, 'x', now() - age, now() - age from ages),
    codes as (insert into action_codes (hash, kind, email, created_at, expires_at)
      select name, 'EMAIL_SIGNIN', 'x', now() - age, now() + interval '1 day' - age from ages),
    popups as (insert into provider_requests (state_hash, provider, session_hash, event_id, secrets_sealed, created_at, expires_at)
      select name, 'google.com', 'x', 'x', 'x', now() - age, now() + interval '1 day' - age from ages),
    ended as (insert into sessions (id, account_id, provider, device, created_at, last_used_at, revoked_at)
      select gen_random_uuid(), ${accountId}::uuid, 'password', name, now() - age, now() - age, now() - age from ages returning id, device),
    tokens as (insert into refresh_tokens (hash, session_id, created_at, used_at)
      select device, id, now(), case device when 'old' then now() - interval '800 days' end from ended),
    audit as (insert into security_events (id, kind, at) select gen_random_uuid(), name, now() - age from ages),
    sent as (insert into mails (id, kind, subject_id, recipient, locale, created_at, sent_at)
      select gen_random_uuid(), 'esim-ready', ${orderId}::uuid, name, 'en', now() - age, now() - age from ages)
    insert into rate_limits (key, "left", ends_at) select name, 1, now() + interval '1 day' - age from ages`);
  // Never handled: kept at any age, because a person must look at it.
  await world.db.execute(
    sql`insert into payment_events (id, type, object_id, received_at) values ('waits', 'waits', 'x', now() - interval '800 days')`,
  );
}

const left = async () =>
  (
    await rows<{ what: string }>(
      world,
      sql`select 'access ' || hash as what from order_access where hash in ('old', 'new')
        union all select 'event ' || id from payment_events where id in ('old', 'new', 'waits')
        union all select 'code ' || hash from action_codes where hash in ('old', 'new')
        union all select 'popup ' || state_hash from provider_requests where state_hash in ('old', 'new')
        union all select 'session ' || device from sessions where device in ('old', 'new')
        union all select 'token ' || hash from refresh_tokens where hash in ('old', 'new')
        union all select 'audit ' || kind from security_events where kind in ('old', 'new')
        union all select 'mail ' || recipient from mails where recipient in ('old', 'new')
        union all select 'limit ' || key from rate_limits where key in ('old', 'new')`,
    )
  )
    .map(({ what }) => what)
    .toSorted();

test('a job deletes expired rows and keeps all others', async () => {
  const { order: bought } = await order(world.app);
  const { email } = await createAccount(world.app);
  const [account] = await rows<{ id: string }>(world, sql`select id from accounts where email = ${email}`);
  await fill(bought.id, account!.id);
  await enqueue(world.services.db, 'clean-up', {});
  await until(async () => !(await left()).some((what) => what.endsWith(' old')), { what: 'the old rows are gone' });
  const kept = ['access', 'audit', 'code', 'event', 'limit', 'mail', 'popup', 'session', 'token'];
  expect(await left()).toEqual([...kept.map((what) => `${what} new`), 'event waits'].toSorted());
});

/** How to write the rows that the privacy policy keeps for a number of days, `age` after their end. */
const ENDED: Partial<
  Record<RetentionName, (given: { name: string; age: string; account: string; esim: string }) => SQL[]>
> = {
  sessions: ({ name, age, account }) => [
    sql`insert into sessions (id, account_id, provider, device, created_at, last_used_at, revoked_at)
      values (gen_random_uuid(), ${account}::uuid, 'password', ${name}, now(), now(), now() - ${age}::interval)`,
  ],
  links: ({ name, age }) => [
    sql`insert into action_codes (hash, kind, email, created_at, expires_at)
      values (${name}, 'EMAIL_SIGNIN', 'x', now(), now() - ${age}::interval)`,
  ],
  securityEvents: ({ name, age }) => [
    sql`insert into security_events (id, kind, at) values (gen_random_uuid(), ${name}, now() - ${age}::interval)`,
  ],
  mails: ({ name, age, account }) => [
    sql`insert into mails (id, kind, subject_id, recipient, locale, created_at, sent_at)
      values (gen_random_uuid(), 'esim-ready', ${account}::uuid, ${name}, 'en', now(), now() - ${age}::interval)`,
    // Given up after the last attempt.
    sql`insert into mails (id, kind, subject_id, recipient, locale, created_at)
      values (gen_random_uuid(), 'esim-ready', ${account}::uuid, ${name}, 'en', now() - ${age}::interval)`,
  ],
  tickets: ({ name, age }) => [
    sql`with ticket as (
        insert into tickets (id, number, status, topic, locale, email, email_key, form_hash, created_at, updated_at)
        values (gen_random_uuid(), ${name}, 'closed', 'other', 'en', 'x', 'x', ${name}, now(), now() - ${age}::interval) returning id)
      insert into ticket_messages (id, ticket_id, author, via, text, at) select gen_random_uuid(), id, 'traveller', 'form', ${name}, now() from ticket`,
  ],
  texts: ({ name, age }) => [
    sql`insert into text_messages (id, purpose, country, prefix, price_micros, state, created_at, updated_at)
      values (gen_random_uuid(), 'sign-in', 'FR', ${name}, 0, 'sent', now() - ${age}::interval, now())`,
  ],
  devices: ({ name, age }) => [
    sql`insert into push_subscriptions (id, endpoint_hash, sealed, server_key, locale, device, created_at, last_ok_at)
      values (gen_random_uuid(), ${name}, 'x', 'x', 'en', ${name}, now() - interval '800 days', now() - ${age}::interval)`,
    // Without a notice so far.
    sql`insert into push_subscriptions (id, endpoint_hash, sealed, server_key, locale, device, created_at)
      values (gen_random_uuid(), ${name}, 'x', 'x', 'en', ${name}, now() - ${age}::interval)`,
  ],
  readings: ({ name, age, esim }) => [
    sql`insert into esim_readings (id, esim_id, read_at, remaining_mb, total_mb, profile_state, plan_state)
      values (gen_random_uuid(), ${esim}::uuid, now() - ${age}::interval, 1, 1, ${name}, 'active')`,
  ],
  withdrawals: ({ name, age }) => [
    sql`insert into withdrawals
        (id, number, state, name, order_number, email, email_key, locale, text_version, form_hash, proof, submitted_at)
      values (gen_random_uuid(), ${name}, 'received', 'x', 'x', 'x', 'x', 'en', 1, ${name}, 'none', now() - ${age}::interval)`,
  ],
  paymentEvents: ({ name, age }) => [
    sql`insert into payment_events (id, type, object_id, received_at, handled_at)
      values (${name}, 'x', 'x', now(), now() - ${age}::interval)`,
  ],
};

test('the job keeps each kind of data for exactly the time in the privacy policy', async () => {
  const { email } = await createAccount(world.app);
  const [account] = await rows<{ id: string }>(world, sql`select id from accounts where email = ${email}`);
  const esim = (await look(world.app, await bought(world.app))).lines[0]!.esim!.id;
  const said = world.services.legalPages.find('privacy', undefined, 'en')!.parts.retention;
  const withDays = said.filter(({ days }) => days !== undefined);
  expect(withDays.map(({ name }) => name).toSorted()).toEqual(Object.keys(ENDED).toSorted());
  for (const { name, days } of withDays) {
    for (const [kept, hours] of [
      ['early', -1],
      ['late', 1],
    ] as const) {
      const age = `${days! * 24 + hours} hours`;
      for (const insert of ENDED[name]!({ name: `${kept} ${name}`, age, account: account!.id, esim }))
        await world.db.execute(insert);
    }
  }
  const kept = async () =>
    (
      await rows<{ what: string }>(
        world,
        sql`select device as what from sessions union all select hash from action_codes
          union all select kind from security_events union all select recipient from mails
          union all select id from payment_events union all select number from tickets
          union all select text from ticket_messages union all select prefix from text_messages
          union all select number from withdrawals
          union all select device from push_subscriptions union all select profile_state from esim_readings`,
      )
    )
      .map(({ what }) => what)
      .filter((what) => /^(early|late) /.test(what))
      .toSorted();
  await enqueue(world.services.db, 'clean-up', {});
  await until(async () => !(await kept()).some((what) => what.startsWith('late')), { what: 'what is over is gone' });
  const names = withDays.flatMap(({ name }) =>
    ['mails', 'tickets', 'devices'].includes(name) ? [name, name] : [name],
  );
  expect(await kept()).toEqual(names.map((name) => `early ${name}`).toSorted());
});

test('every query of a page, job or sweep has an index', async () => {
  const queries = {
    photo: sql`select content from account_photos where hash = 'x'`,
    'unsent mails': sql`select * from mails where sent_at is null and created_at < now() order by created_at limit 100`,
    refunds: sql`select * from refunds where status in ('requested', 'pending') order by updated_at limit 100`,
    'unhandled events': sql`select count(*) from payment_events where handled_at is null and received_at < now()`,
    'forgotten owners': sql`select order_id from order_events where kind = 'owner-deleted'`,
    'old access': sql`select ctid from order_access where expires_at < now() limit 1000`,
    'old events': sql`select ctid from payment_events where handled_at < now() limit 1000`,
    'old mails': sql`select ctid from mails where sent_at < now() limit 1000`,
    'mails given up': sql`select ctid from mails where sent_at is null and next_attempt_at is null and created_at < now() limit 1000`,
    'old codes': sql`select ctid from action_codes where expires_at < now() limit 1000`,
    'old popups': sql`select ctid from provider_requests where expires_at < now() limit 1000`,
    'old sessions': sql`select ctid from sessions where revoked_at < now() limit 1000`,
    'old tokens': sql`select ctid from refresh_tokens where used_at < now() limit 1000`,
    'successors past their grace': sql`select ctid from refresh_tokens where used_at < now() and successor_sealed is not null`,
    'old audit lines': sql`select ctid from security_events where at < now() limit 1000`,
    'quiet tickets': sql`select ctid from tickets where updated_at < now() limit 1000`,
    'open tickets': sql`select * from tickets where status = 'open' order by updated_at desc limit 200`,
    'tickets of an owner': sql`select * from tickets where account_id = '019aa0c0-0000-7000-8000-000000000001' or email_key = 'x'`,
    'messages of a ticket': sql`select * from ticket_messages where ticket_id = '019aa0c0-0000-7000-8000-000000000001' order by id`,
    'addresses of a mail': sql`select hash from ticket_addresses where ticket_id = '019aa0c0-0000-7000-8000-000000000001' and mail_id = '019aa0c0-0000-7000-8000-000000000001'`,
    'windows that are over': sql`select ctid from rate_limits where ends_at < now() limit 1000`,
  };
  await world.db.transaction(async (tx) => {
    // PostgreSQL reads small tables sequentially even with an index. This setting shows whether an index applies.
    await tx.execute(sql`set local enable_seqscan = off`);
    for (const [name, query] of Object.entries(queries)) {
      const plan = await tx.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
      expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n'), name).not.toContain('Seq Scan');
    }
  });
});
