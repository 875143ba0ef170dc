import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PushKind } from '#src/modules/push/push.ts';
import type { PushDevices } from '#src/http/api/push-views.ts';
import type { OrderView } from '#src/shared/views.ts';
import { createAccount, type TestAccount } from '#test/support/accounts.ts';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { inFull } from '#test/support/full.ts';
import { type PushServer, startPushServer, type TestSubscription } from '#test/support/push-service.ts';
import { bought, type Buyer, errorOf, look, post } from '#test/support/shop.ts';
import { until } from '#test/support/wire.ts';
import { startBeside, type World } from '#test/support/world.ts';

/** Notices on devices, from the browser's subscription to the message that a local push service decrypts. */
let world: World;
let service: PushServer;

beforeAll(async () => {
  service = await startPushServer();
  world = await startBuiltShop();
});
afterAll(async () => {
  await world.close();
  await service.close();
});

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const bearer = ({ idToken }: TestAccount) => ({ authorization: `Bearer ${idToken}` });

type Turned = PushDevices & { here: string };

/** Turns notices on for a device, as its browser does. */
async function turnOn(
  headers: Record<string, string>,
  device: TestSubscription,
  more: { locale?: string; order?: string; again?: string } = {},
): Promise<Turned> {
  const body = { ...device, locale: 'en', ...more };
  const answer = await post(world.app, '/api/push/subscriptions', body, { 'user-agent': FIREFOX, ...headers });
  if (answer.status !== 201) throw new Error(`not turned on: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Turned;
}

const devicesOf = async (headers: Record<string, string>, order = '') => {
  const answer = await fetch(`${world.app.url}/api/push/devices${order && `?order=${order}`}`, { headers });
  return answer.ok ? ((await answer.json()) as PushDevices).devices : answer.status;
};

/** An eSIM, and what a message about it must not hold. */
async function esimOf(buyer: Buyer) {
  const { esim } = await look(world.app, buyer);
  return {
    id: esim!.id,
    secrets: [esim!.activationCode, esim!.smdpAddress, esim!.lpa, buyer.email, buyer.order.number],
  };
}

/** Queues a message, as the flow of its cause does. */
async function queue(
  order: OrderView,
  esimId: string,
  kind: PushKind,
  accountId: string | null = null,
  noticeId: string = randomUUID(),
) {
  const { db, queuePush } = world.services;
  await db.transaction((tx) => queuePush(tx, { noticeId, orderId: order.id, accountId, kind, esimId }));
  return noticeId;
}

const arrived = (device: TestSubscription, count = 1) =>
  until(() => service.messagesTo(device).length === count && service.messagesTo(device), {
    what: `${count} messages arrive`,
  });
const outcomesOf = async (noticeId: string) =>
  (await rows<{ outcome: string | null }>(world, sql`select outcome from pushes where notice_id = ${noticeId}`)).map(
    ({ outcome }) => outcome,
  );
const ended = (noticeId: string) =>
  until(async () => (await outcomesOf(noticeId)).every((each) => each !== null), { what: 'the message has ended' });

test('an account’s device shows that its eSIM is ready: signed, encrypted, and without a code, an address or a token', async () => {
  const account = await createAccount(world.app);
  const device = service.device();
  const { devices, here } = await turnOn(bearer(account), device, { locale: 'fr' });
  expect(devices).toMatchObject([{ id: here, device: 'Firefox, Windows', lastOkAt: null }]);

  const buyer = await bought(world.app, { email: account.email }, bearer(account));
  const esim = await esimOf(buyer);
  const [message] = await arrived(device);
  expect(service.faults).toEqual([]);
  expect(message).toMatchObject({ urgency: 'high', subject: expect.stringMatching(/^mailto:.+@/) });
  expect(message!.ttl).toBeGreaterThan(0);
  expect(message!.ttl).toBeLessThanOrEqual(24 * 3_600);
  expect(message!.payload).toEqual({
    web_push: 8030,
    notification: {
      title: 'Votre eSIM France est prête',
      body: 'Ouvrez-la pour l’installer avant le départ.',
      lang: 'fr',
      dir: 'ltr',
      tag: message!.topic,
      navigate: `${world.app.url}/orders/${buyer.order.id}`,
    },
  });
  for (const secret of [...esim.secrets, account.idToken, 'key=', '@', 'LPA:'])
    expect(message!.text).not.toContain(secret);

  // The owner sees it, and finds it in the export; what is secret of it is encrypted in the database.
  await until(async () => ((await devicesOf(bearer(account))) as Turned['devices'])[0]?.lastOkAt, { what: 'noted' });
  const file = await (await fetch(`${world.app.url}/api/account/export`, { headers: bearer(account) })).json();
  expect(file).toMatchObject({ account: { pushDevices: [{ device: 'Firefox, Windows' }] } });
  const [stored] = await rows<{ all: string }>(
    world,
    sql`select s::text as all from push_subscriptions s where id = ${here}`,
  );
  for (const secret of [device.endpoint, device.keys.auth, device.keys.p256dh])
    expect(stored!.all).not.toContain(secret);
  expect(JSON.stringify(file)).not.toContain(device.endpoint);

  // A second job and a second queueing about the same notice change nothing.
  const { sendPush } = world.services;
  const [row] = await rows<{ id: string }>(world, sql`select id from pushes where notice_id = ${buyer.order.id}`);
  await Promise.all([sendPush(row!.id), sendPush(row!.id)]);
  await queue(buyer.order, esim.id, 'esim-ready', null, buyer.order.id);
  const next = await queue(buyer.order, esim.id, 'data-100', (await ownerOf(buyer))!);
  await ended(next);
  expect(service.messagesTo(device).map(({ payload }) => payload.notification.title)).toEqual([
    'Votre eSIM France est prête',
    'eSIM France\u00a0: données épuisées',
  ]);
  expect(new Set(service.messagesTo(device).map(({ topic }) => topic)).size).toBe(2);
});

const ownerOf = async ({ order: { id } }: Buyer) =>
  (await rows<{ account_id: string | null }>(world, sql`select account_id from orders where id = ${id}`))[0]
    ?.account_id;

test.each([
  'https://10.0.0.7/push/1',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/push/1',
  'https://push.example.com/push/1',
  'https://fcm.googleapis.com.evil.example/fcm/send/1',
  'https://evilpush.apple.com/1',
  'https://fcm.googleapis.com:8443/fcm/send/1',
  'https://user@fcm.googleapis.com/fcm/send/1',
  'http://fcm.googleapis.com/fcm/send/1',
  'file:///etc/passwd',
  'nonsense',
])('an endpoint that is no known push service’s is a field error, and is never called: %s', async (endpoint) => {
  const account = await createAccount(world.app);
  const body = { ...service.device(), endpoint, locale: 'en' };
  const answer = await post(world.app, '/api/push/subscriptions', body, bearer(account));
  expect(answer.status).toBe(400);
  expect(await errorOf(answer)).toMatchObject({ code: 'invalid-input', field: 'endpoint' });
});

test('keys that are none of a browser are field errors; without a token or a cookie nothing is turned on', async () => {
  const account = await createAccount(world.app);
  const { endpoint, keys } = service.device();
  const wrong = [
    [{ ...keys, auth: 'c2hvcnQ' }, 'keys.auth'],
    [{ ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }, 'keys.p256dh'],
  ] as const;
  for (const [given, field] of wrong) {
    const answer = await post(
      world.app,
      '/api/push/subscriptions',
      { endpoint, keys: given, locale: 'en' },
      bearer(account),
    );
    expect(await errorOf(answer)).toMatchObject({ code: 'invalid-input', field });
  }
  const body = { endpoint, keys, locale: 'en' };
  expect((await post(world.app, '/api/push/subscriptions', body)).status).toBe(401);
  expect((await post(world.app, '/api/push/subscriptions', { ...body, order: randomUUID() })).status).toBe(404);
});

describe('a guest’s order', () => {
  test('shows its notices where its cookie is, until they are removed there; another browser sees nothing of it', async () => {
    const buyer = await bought(world.app);
    const esim = await esimOf(buyer);
    const device = service.device();
    const cookie = { cookie: buyer.cookie };
    const { here } = await turnOn(cookie, device, { order: buyer.order.id });
    await queue(buyer.order, esim.id, 'data-90');
    expect((await arrived(device))[0]!.payload.notification).toMatchObject({
      title: 'France eSIM: 10% of the data is left',
      lang: 'en',
    });
    expect(await devicesOf({}, buyer.order.id)).toBe(404);

    const other = await bought(world.app);
    const path = `${world.app.url}/api/push/devices/${here}?order=${other.order.id}`;
    expect((await fetch(path, { method: 'DELETE', headers: { cookie: other.cookie } })).status).toBe(404);
    const removed = await fetch(`${world.app.url}/api/push/devices/${here}?order=${buyer.order.id}`, {
      method: 'DELETE',
      headers: cookie,
    });
    expect(removed.status).toBe(204);
    expect(await devicesOf(cookie, buyer.order.id)).toEqual([]);
    await queue(buyer.order, esim.id, 'data-100');
    // Turned off elsewhere: this browser does not come back by itself.
    const again = { ...device, locale: 'en', order: buyer.order.id, again: here };
    expect((await post(world.app, '/api/push/subscriptions', again, cookie)).status).toBe(404);
    expect(service.messagesTo(device)).toHaveLength(1);
  });

  test('with a device of the account that it joined: one message', async () => {
    const account = await createAccount(world.app);
    const buyer = await bought(world.app, { email: account.email }, bearer(account));
    const esim = await esimOf(buyer);
    const device = service.device();
    await turnOn(bearer(account), device);
    await turnOn({ cookie: buyer.cookie }, device, { order: buyer.order.id });
    await ended(await queue(buyer.order, esim.id, 'data-75', (await ownerOf(buyer))!));
    expect(service.messagesTo(device)).toHaveLength(1);
  });
});

describe('a device', () => {
  /** An account with an eSIM and a device. */
  async function owner() {
    const account = await createAccount(world.app);
    const buyer = await bought(world.app, { email: account.email }, bearer(account));
    const device = service.device();
    const { here } = await turnOn(bearer(account), device);
    return { account, buyer, device, here, esim: await esimOf(buyer), accountId: (await ownerOf(buyer))! };
  }

  test('that has ended (410) is deleted, and gets nothing more', async () => {
    const { account, buyer, device, esim, accountId } = await owner();
    service.end(device);
    await queue(buyer.order, esim.id, 'data-75', accountId);
    await until(async () => ((await devicesOf(bearer(account))) as unknown[]).length === 0, { what: 'it is deleted' });
    const calls = service.calls();
    await queue(buyer.order, esim.id, 'data-90', accountId);
    expect(service.calls()).toBe(calls);
  });

  test('whose push service is busy gets the message when it asked for', async () => {
    const { buyer, device, esim, accountId } = await owner();
    service.answer({ status: 429, headers: { 'retry-after': '1' } }, { status: 503 });
    const noticeId = await queue(buyer.order, esim.id, 'data-90', accountId);
    const waiting = () =>
      rows<{ attempts: number; wait: number }>(
        world,
        sql`select p.attempts, extract(epoch from j.run_at - now())::float8 as wait
            from pushes p join graphile_worker.jobs j on j.key = 'push:' || p.id where p.notice_id = ${noticeId}`,
      );
    const tried = (attempts: number) =>
      until(async () => (await waiting()).find((each) => each.attempts === attempts), { what: `attempt ${attempts}` });
    expect((await tried(1)).wait).toBeGreaterThan(0);
    // Not waited for: the pause is ours, and doubles.
    await world.db.execute(sql`
      update graphile_worker._private_jobs set run_at = now() where key like 'push:%' and locked_at is null`);
    expect((await tried(2)).wait).toBeGreaterThan(15);
    await world.db.execute(sql`
      update graphile_worker._private_jobs set run_at = now() where key like 'push:%' and locked_at is null`);
    await arrived(device);
    await ended(noticeId);
    expect(await outcomesOf(noticeId)).toEqual(['accepted']);
  });

  test('that was signed out gets nothing more; nor does one about an order that was refunded', async () => {
    const { account, buyer, device, esim, accountId } = await owner();
    await world.db.execute(sql`update order_lines set status = 'refunded' where order_id = ${buyer.order.id}`);
    const refunded = await queue(buyer.order, esim.id, 'data-90', accountId);
    await ended(refunded);
    await world.db.execute(sql`update order_lines set status = 'fulfilled' where order_id = ${buyer.order.id}`);
    const out = await post(world.app, '/api/account/sign-out-everywhere', {}, bearer(account));
    expect(out.status).toBe(200);
    const signedOut = await queue(buyer.order, esim.id, 'data-90', accountId);
    await ended(signedOut);
    expect([await outcomesOf(refunded), await outcomesOf(signedOut)]).toEqual([['pointless'], ['pointless']]);
    expect(service.messagesTo(device)).toEqual([]);
  });

  test('that another account uses shows the notices of that one only', async () => {
    const before = await owner();
    const after = await createAccount(world.app);
    await turnOn(bearer(after), before.device);
    expect(await devicesOf(bearer(before.account))).toEqual([]);
    await queue(before.buyer.order, before.esim.id, 'data-90', before.accountId);
    expect(service.messagesTo(before.device)).toEqual([]);
  });
});

inFull(() =>
  test('a kill after the push service has the message sends it once', async () => {
    const buyer = await bought(world.app);
    const esim = await esimOf(buyer);
    const device = service.device();
    await turnOn({ cookie: buyer.cookie }, device, { order: buyer.order.id });
    const held = service.holdNext();
    const noticeId = await queue(buyer.order, esim.id, 'data-100');
    await held.reached;
    process.kill(world.pid, 'SIGKILL');
    held.release();
    const second = await startBeside(world);
    try {
      await ended(noticeId);
      expect(await outcomesOf(noticeId)).toEqual(['unknown']);
      expect(service.messagesTo(device)).toHaveLength(1);
    } finally {
      await second.stop();
    }
  }),
);
