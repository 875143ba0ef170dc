import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { held, until } from '../support/wire.ts';
import { PAGER, receiver, spawnSandbox, startSandbox } from './esim-access-sandbox.ts';

let hook: Awaited<ReturnType<typeof receiver>>;
let world: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  hook = await receiver();
  world = await startSandbox(hook.url);
});
afterAll(async () => {
  await world.close();
  hook.close();
});
beforeEach(async () => {
  await world.control({ reset: true, allocate: { after_ms: 0 }, webhook: { url: hook.url } });
  // A notification of the last test may still be on its way.
  await until(async () => (await world.ledger()).notifications.every(({ status }) => status !== 'pending'));
  hook.received.length = 0;
  hook.answers.length = 0;
});

const settled = () =>
  until(async () => {
    const { notifications } = await world.ledger();
    return notifications.length > 0 && notifications.every(({ status }) => status !== 'pending') && notifications;
  });
const listed = async (slug: string) => (await world.call('package/list', { slug })).obj.packageList;

describe('the control plane', () => {
  it('fails, holds and delays each call; a failed order has taken effect only when it fails after it', async () => {
    await world.control({ fail: { call: 'orders.create' } });
    expect(await world.send('esim/order', '{}')).toEqual({
      status: 503,
      body: { success: false, errorCode: '000001', errorMsg: 'Server error', obj: null },
    });
    const body = { success: false, errorCode: '200011', errorMsg: 'Insufficient available Profiles', obj: null };
    await world.control({ fail: { call: 'orders.create', status: 200, body } });
    expect(await world.order('before')).toEqual(body);
    await world.control({ fail: { call: 'orders.create', when: 'after', status: 200, body } });
    expect(await world.order('after')).toEqual(body);
    expect((await world.ledger()).orders.map(({ transactionId }) => transactionId)).toEqual(['after']);

    await world.control({ hold: { call: 'orders.create' } });
    const first = world.order('held');
    await held({ url: world.url }, 'orders.create');
    const second = await world.order('held');
    await world.control({ release: { call: 'orders.create' } });
    expect(await first).toEqual(second);
  });

  it('changes packages, and restores them', async () => {
    const set = { price: -1, volume: 1, duration: 0, location: ['FR', 'MC'], currencyCode: 'XYZ', duplicate: true };
    await world.control({ package: { packageCode: 'FR_1_7', set } });
    const { duplicate: _, ...fields } = { ...set, location: 'FR,MC' };
    expect(await listed('FR_1_7')).toMatchObject([fields, { price: 9_999 }]);
    await world.control({ package: { packageCode: 'FR_1_7', set: { missing: true } } });
    expect(await listed('FR_1_7')).toEqual([]);
    expect((await world.order('gone')).errorCode).toBe('310241');
    await world.control({ package: { packageCode: 'FR_1_7', set: null } });
    expect(await listed('FR_1_7')).toMatchObject([{ price: 12_345, location: 'FR' }]);
    await expect(world.control({ package: { packageCode: 'ZZ_1_7', set: null } })).rejects.toThrow(/not a package/);
  });

  it('sets a profile; one in use gets its times', async () => {
    const { iccid } = await world.boughtOne('set');
    await world.control({ profile: { iccid, set: { esimStatus: 'IN_USE', smdpStatus: 'ENABLED', eid: '8904' } } });
    const [used] = await world.byTime();
    const times = [used!.activateTime!, used!.expiredTime].map((each) => Date.parse(each.replace('+0000', 'Z')));
    expect(times[1]! - times[0]!).toBe(7 * 86_400_000);
    await world.control({ profile: { iccid, set: { expiredTime: '2027-01-01T00:00:00Z', activateTime: null } } });
    expect((await world.byTime())[0]).toMatchObject({ expiredTime: '2027-01-01T00:00:00+0000', activateTime: null });
    await expect(world.control({ profile: { iccid: '89', set: {} } })).rejects.toThrow(/no profile/);
  });

  it('makes orders late, without profiles, and with those of the order before', async () => {
    await world.control({ late: { transactionId: 'late', packageCode: 'FR_1_7' } });
    expect((await world.order('late')).success).toBe(true);
    expect((await world.ledger()).orders).toHaveLength(1);

    await world.control({ profiles: { next: 'none' } });
    expect(await world.bought('none')).toEqual([]);
    await world.control({ profiles: { complete: 'none' } });
    const [completed] = await world.bought('none');
    expect(completed).toMatchObject({ transactionId: 'none', smdpStatus: 'RELEASED' });

    await world.control({ profiles: { next: 'duplicate' } });
    const [copy] = await world.bought('copy');
    expect(copy).toMatchObject({ iccid: completed!.iccid, ac: completed!.ac, transactionId: 'copy' });
    expect(copy!.esimTranNo).not.toBe(completed!.esimTranNo);
    const byIccid = await world.call('esim/query', { iccid: copy!.iccid, pager: PAGER });
    expect(byIccid.obj.esimList).toEqual([copy]);
    await expect(world.control({ profiles: { complete: 'copy' } })).rejects.toThrow(/without profiles/);
  });

  it('sets the balance and limits the calls of a second, with HTTP 200 or 429', async () => {
    await world.control({ balance: { set: 12.5 } });
    expect(await world.balance()).toBe(125_000);
    await world.control({ limits: true });
    const answers = await Promise.all(Array.from({ length: 12 }, () => world.send('balance/query', '{}')));
    expect(answers.some(({ status, body }) => status === 200 && body.errorCode === '900001')).toBe(true);
    expect(answers.filter(({ body }) => body.success).length).toBeGreaterThanOrEqual(8);
    await world.control({ limits: { times: 1, seconds: 60, status: 429 } });
    await world.balance();
    expect(await world.send('balance/query', '{}')).toMatchObject({ status: 429, body: { errorCode: '900001' } });
    await world.control({ limits: false });
    expect(await world.balance()).toBe(125_000);
  });
});

describe('webhooks', () => {
  it('say that an order has its profiles, and what changes of a profile', async () => {
    const { iccid, orderNo, esimTranNo, transactionId } = await world.boughtOne('hooked');
    const ids = { iccid, orderNo, esimTranNo, transactionId };
    await settled();
    expect(hook.received).toEqual([
      {
        notifyType: 'ORDER_STATUS',
        notifyId: expect.stringMatching(/^[0-9a-f]{32}$/),
        eventGenerateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        content: { orderNo, orderStatus: 'GOT_RESOURCE', transactionId },
      },
    ]);
    const set = { smdpStatus: 'ENABLED', esimStatus: 'IN_USE', orderUsage: 600 * 1024 ** 2 };
    await world.control({ profile: { iccid, set } });
    await until(() => hook.received.length === 4);
    const contents = new Map(hook.received.map(({ notifyType, content }) => [notifyType, content]));
    expect(contents.get('SMDP_EVENT')).toMatchObject({ ...ids, smdpStatus: 'ENABLED', seqNumber: expect.any(Number) });
    expect(contents.get('ESIM_STATUS')).toEqual({ ...ids, esimStatus: 'IN_USE', smdpStatus: 'ENABLED' });
    expect(contents.get('DATA_USAGE')).toMatchObject({ ...ids, remain: 424 * 1024 ** 2, remainThreshold: 0.5 });
    await world.call('esim/revoke', { esimTranNo });
    await until(() => hook.received.length === 5);
    expect(hook.received.at(-1)!.content).toMatchObject({ esimStatus: 'REVOKED' });
  });

  it('are sent again with a pause until the answer is 2xx', async () => {
    hook.answers.push(500, 302);
    await world.boughtOne('retried');
    const [notification] = await settled();
    expect(notification).toMatchObject({ notifyType: 'ORDER_STATUS', status: 'delivered', attempts: 3 });
    expect(new Set(hook.received.map(({ notifyId }) => notifyId)).size).toBe(1);
  });

  it('can be lost, repeated, changed, and about an order that does not exist', async () => {
    await world.control({ fail: { call: 'webhooks.deliver' } });
    const { orderNo } = await world.boughtOne('again');
    const [sent] = await settled();
    expect(hook.received).toHaveLength(1);
    await world.control({ deliver: { transactionId: 'again', times: 2 } });
    expect(hook.received.map(({ notifyId }) => notifyId)).toEqual(Array(3).fill(sent!.notifyId));
    await world.control({ deliver: { orderNo, type: 'VALIDITY_USAGE' } });
    expect(hook.received.at(-1)!.content).toMatchObject({ orderNo, remain: 1, durationUnit: 'DAY' });
    await world.control({ deliver: { orderNo, content: { orderStatus: 'OTHER' } } });
    expect(hook.received.at(-1)).toMatchObject({ content: { orderNo, orderStatus: 'OTHER' } });
    expect(hook.received.at(-1)!.notifyId).not.toBe(sent!.notifyId);
    await world.control({ deliver: { content: { orderNo: 'B1', orderStatus: 'GOT_RESOURCE' } } });
    expect(hook.received.at(-1)!.content).toEqual({ orderNo: 'B1', orderStatus: 'GOT_RESOURCE' });
    await expect(world.control({ deliver: { transactionId: 'unknown' } })).rejects.toThrow(/no order/);
  });

  it('go to the saved address, after its test', async () => {
    const other = await receiver();
    try {
      other.answers.push(404);
      expect((await world.call('webhook/save', { webhook: other.url })).success).toBe(false);
      expect((await world.call('webhook/query')).obj.webhook).toBe(hook.url);
      expect((await world.call('webhook/save', { webhook: other.url })).success).toBe(true);
      expect((await world.call('webhook/query')).obj.webhook).toBe(other.url);
      expect(other.received[1]).toMatchObject({
        notifyType: 'CHECK_HEALTH',
        content: { orderNo: '1234567890', orderStatus: 'Test' },
      });
      await world.boughtOne('moved');
      await until(() => other.types().includes('ORDER_STATUS'));
      expect(hook.received).toEqual([]);
      expect((await world.call('webhook/save', { webhook: 'nowhere' })).errorCode).toBe('000107');
    } finally {
      other.close();
    }
  });
});

describe('kill -9', () => {
  it('loses no order, allocates it later, and keeps packages, times and notifications', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'cairn-esim-access-'));
    const first = await spawnSandbox(dir);
    await first.control({ webhook: { url: hook.url }, allocate: { after_ms: 1_000 } });
    await first.control({ package: { packageCode: 'ES_1_7', set: { price: 20_001 } } });
    await first.control({ hold: { call: 'orders.create', when: 'after' } });
    const lost = first.order('before-kill').catch(() => 'lost');
    await held({ url: first.url }, 'orders.create');
    await first.kill();
    expect(await lost).toBe('lost');
    expect(hook.received).toEqual([]);

    const second = await spawnSandbox(dir);
    // Before any call: the restart alone allocates it.
    await until(() => hook.received.some(({ content }) => content['transactionId'] === 'before-kill'));
    const [profile] = await second.bought('before-kill');
    expect(profile).toMatchObject({ transactionId: 'before-kill', esimStatus: 'GOT_RESOURCE' });
    expect((await second.ledger()).orders).toHaveLength(1);
    expect((await second.call('package/list', { slug: 'ES_1_7' })).obj.packageList[0]!.price).toBe(20_001);

    await second.control({ allocate: { hold: true } });
    const { orderNo } = (await second.order('held')).obj;
    await second.kill();
    const third = await spawnSandbox(dir);
    expect((await third.call('esim/query', { orderNo, pager: PAGER })).errorCode).toBe('200010');
    await third.control({ allocate: { release: true } });
    expect(await third.bought('held')).toHaveLength(1);
    await third.kill();
    rmSync(dir, { recursive: true, force: true });
  });
});
