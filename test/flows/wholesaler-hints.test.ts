import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rows, startBuiltShop } from '#test/support/books.ts';
import { capturedLog } from '#test/support/captured-log.ts';
import { bought, errorOf, look, type Buyer } from '#test/support/shop.ts';
import { control, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/** Notices of the first wholesaler about eSIMs: signed ones make the store read the usage, forged ones do nothing. */

let world: World;
const { log, text: logged } = capturedLog();
beforeAll(async () => {
  world = await startBuiltShop({ ESIM_USAGE_MAX_AGE_MINUTES: '0' }, log);
});
afterAll(() => world?.close());

const PATH = '/webhooks/airalo';
const sign = (body: string, secret = world.env['AIRALO_CLIENT_SECRET']!) =>
  createHmac('sha512', secret).update(body).digest('hex');
const say = (body: string, signature?: string) =>
  fetch(world.app.url + PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature !== undefined && { 'airalo-signature': signature }) },
    body,
  });
const notice = (iccid: string) =>
  JSON.stringify({ level: '75%', package_name: 'x/y', remaining_percentage: 25, iccid });

/** Only a hint makes the store read: nobody looks at the eSIM. */
const left = async ({ order }: Buyer) =>
  (await rows<{ mb: number }>(world, sql`select remaining_mb as mb from esims where order_id = ${order.id}`))[0]?.mb;
const reads = async () => {
  const { made } = (await (await fetch(`${world.airalo.url}/_sandbox/control`)).json()) as {
    made: Record<string, { total: number }>;
  };
  return made['sims.usage']?.total ?? 0;
};
/** Buys an eSIM, and waits until what the purchase itself reads is read. */
async function buy(): Promise<{ buyer: Buyer; iccid: string }> {
  const buyer = await bought(world.app);
  const { esim } = await look(world.app, buyer);
  await noReads();
  return { buyer, iccid: esim!.iccid };
}
const noReads = () =>
  until(async () => {
    const open = await rows(world, sql`select 1 from graphile_worker.jobs where task_identifier = 'refresh-esim'`);
    return open.length === 0;
  });

it('a life at the wholesaler reaches the store by its signed notices alone', async () => {
  const { buyer, iccid } = await buy();
  expect(await left(buyer)).toBe(3072);
  await control(world.airalo, { life: { iccid, acts: ['install', 'enable', { use: 2500, country: 'FR' }] } });
  await until(async () => (await left(buyer)) === 572, { what: 'the usage is read' });
  // No notice follows at 60 %: what is read is what is true at the next one.
  await control(world.airalo, { life: { iccid, acts: [{ use: 100 }] } });
  await control(world.airalo, { life: { iccid, acts: [{ use: 300 }] } });
  await until(async () => (await left(buyer)) === 172, { what: 'the usage is read at the next notice' });
});

describe('a notice', () => {
  it('with a wrong signature is refused and logged, and nothing is queued', async () => {
    const { buyer, iccid } = await buy();
    const body = notice(iccid);
    const [before, readBefore] = [logged().length, await reads()];
    const forged = [undefined, '', sign(body, 'another'), sign(`${body} `), sign(body).slice(2), 'g'.repeat(128)];
    for (const signature of forged) {
      const answer = await say(body, signature);
      expect([answer.status, (await errorOf(answer)).code]).toEqual([401, 'forged-message']);
    }
    await until(() => logged().slice(before).split('has a wrong signature').length - 1 === forged.length);
    expect(await rows(world, sql`select 1 from graphile_worker.jobs where task_identifier = 'refresh-esim'`)).toEqual(
      [],
    );
    expect([await reads(), await left(buyer)]).toEqual([readBefore, 3072]);
    expect(logged()).not.toContain(iccid);
  });

  it('about an ICCID that no eSIM of ours has is ignored, and logged once', async () => {
    const before = logged().length;
    const body = notice('8932042000000000000');
    for (let at = 0; at < 3; at += 1) expect((await say(body, sign(body))).status).toBe(200);
    await until(() => logged().slice(before).split('"outcome":"ignored"').length - 1 === 3);
    expect(logged().slice(before).split('is about no eSIM of ours there').length - 1).toBe(1);
  });

  it('is read as a hint only: the figures of the wholesaler count, also for one that was sent before', async () => {
    const { buyer, iccid } = await buy();
    const body = notice(iccid);
    await control(world.airalo, { usage: { iccid, set: { status: 'ACTIVE', remaining: 3000 } } });
    expect((await say(body, sign(body))).status).toBe(200);
    await until(async () => (await left(buyer)) === 3000);
  });

  it.each<[string, string, number]>([
    ['about the credit', '{"message":"Surpassed 80% of the credit limit balance","remaining":225.35}', 200],
    ['about an order that failed', '{"request_id":"x","reason":"out of stock"}', 200],
    ['that is no notice', '{"a":1}', 400],
    ['that is no JSON', 'level=75', 400],
  ])('%s is answered', async (_, body, status) => {
    expect((await say(body, sign(body))).status).toBe(status);
  });
});

it('the address can be opted in: the wholesaler asks first whether it is there', async () => {
  const ask = async (path: string, fields: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(world.airalo.url + path, { method: 'POST', headers, body: JSON.stringify(fields) });
    return { status: answer.status, body: (await answer.json()) as { data: { access_token: string } } };
  };
  const { AIRALO_CLIENT_ID: client_id, AIRALO_CLIENT_SECRET: client_secret } = world.env;
  const { body } = await ask('/v2/token', { client_id, client_secret, grant_type: 'client_credentials' });
  const optIn = (webhook_url: string) =>
    ask('/v2/notifications/opt-in', { type: 'webhook_low_data', webhook_url }, body.data.access_token);
  expect(await optIn(world.app.url + PATH)).toMatchObject({ status: 200 });
  expect(await optIn(`${world.app.url}/webhooks/nobody`)).toMatchObject({ status: 422 });
  // Others only post to it.
  expect((await fetch(world.app.url + PATH)).status).toBe(405);
});
