import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { start } from '#sandbox/esim-access/server.ts';
import { createEsimAccess, type EsimAccessOptions } from '#src/adapters/esim-access.ts';
import type { KnownOrder, PlaceOutcome } from '#src/modules/fulfilment/wholesaler.ts';
import { held, until } from '../support/wire.ts';
import { CREDENTIALS, receiver, remote } from './esim-access-sandbox.ts';

/* The contract of the adapter, with the sandbox on the wire. */

let sandbox: Awaited<ReturnType<typeof start>>;
let world: ReturnType<typeof remote>;
const dataDir = mkdtempSync(join(tmpdir(), 'esim-access-contract-'));

beforeAll(async () => {
  sandbox = await start({ port: 0, dataDir, ...CREDENTIALS });
  world = remote(sandbox.url);
});
afterAll(async () => {
  await sandbox.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  await world.control({ reset: true, allocate: { after_ms: 0 } });
});

const client = (options: Partial<EsimAccessOptions> = {}) =>
  createEsimAccess({ url: sandbox.url, ...CREDENTIALS, timeoutMs: 10_000, againMs: 50, ...options });

/** A package of the sandbox's offer, and its price rounded up. */
const FRANCE = { packageId: 'CKH248', netPriceCents: 124 };
let nextReference = 1;
const newReference = () => `cairn-${String(nextReference++).padStart(36, '0')}`;
const ORDER = 'orders.create';

const place = (reference: string, changes: object = {}, by = client()) =>
  by.placeOrder({ ...FRANCE, reference, ...changes });
const find = (reference: string, known: Partial<KnownOrder> = {}) =>
  client().findByReference(reference, { since: new Date(), vendorOrderId: null, ...known });
const ordersMade = async () => (await world.ledger()).orders.length;

function orderOf(outcome: PlaceOutcome) {
  expect(outcome.kind).toBe('done');
  return (outcome as Extract<PlaceOutcome, { kind: 'done' }>).order;
}

/** Buys a profile. */
async function bought() {
  const reference = newReference();
  await place(reference);
  const [order] = await until(async () => {
    const found = await find(reference);
    return found[0]?.sim ? found : undefined;
  });
  return { reference, order: order!, sim: order!.sim! };
}

it('works with a clock that is wrong: a call whose time is refused is sent again without a signature, once', async () => {
  const wrong = client({ now: () => Date.now() - 3_600_000 });
  expect((await wrong.packages()).packages.length).toBeGreaterThan(0);
  const reference = newReference();
  orderOf(await place(reference, {}, wrong));
  expect(await find(reference)).toMatchObject([{ reference }]);
  await expect(client({ secretKey: 'another' }).balance()).rejects.toMatchObject({ code: 'unauthorized' });
});

describe('packages', () => {
  it('are those with a fixed amount of data; the others are refused with their reasons', async () => {
    const { packages, refused } = await client().packages();
    expect(packages.find(({ packageId }) => packageId === FRANCE.packageId)).toMatchObject({
      title: 'France 1GB 7Days',
      dataMb: 1_024,
      days: 7,
      netPriceCents: FRANCE.netPriceCents,
      netCurrency: 'USD',
      kind: 'local',
      countryCodes: ['FR'],
      networks: { FR: expect.arrayContaining([expect.objectContaining({ name: 'Orange' })]) },
      facts: { hotspot: true, activation: 'first-usage', installWindowDays: 365 },
    });
    expect(new Set(refused.map(({ reason }) => reason))).toContain('daily-plan');
    // Names without codes are matched: every country of a wide plan with networks is stated.
    const wide = packages.filter(({ kind }) => kind === 'global');
    const stated = wide.map(({ networks, countryCodes }) => Object.keys(networks).length / countryCodes.length);
    expect(Math.min(...stated)).toBeGreaterThan(0.9);
  });

  it('with wrong figures are refused, never guessed', async () => {
    const listed = async (set: object) => {
      await world.control({ package: { packageCode: FRANCE.packageId, set: null } });
      await world.control({ package: { packageCode: FRANCE.packageId, set } });
      const { packages, refused } = await client().packages();
      const reason = refused.find(({ packageId }) => packageId === FRANCE.packageId)?.reason;
      return [packages.some(({ packageId }) => packageId === FRANCE.packageId), reason];
    };
    expect(await listed({ price: -1 })).toEqual([false, 'negative']);
    expect(await listed({ price: 12_345.5 })).toEqual([false, 'unreadable']);
    expect(await listed({ duration: 0 })).toEqual([false, 'zero-days']);
    expect(await listed({ currencyCode: 'dollars' })).toEqual([false, 'unknown-currency']);
    expect(await listed({ duplicate: true })).toEqual([true, 'duplicate']);
    expect(await listed({ missing: true })).toEqual([false, undefined]);
  });
});

describe('an order', () => {
  it('buys one profile under our reference, and is found by it', async () => {
    const reference = newReference();
    const order = orderOf(await place(reference));
    expect(order).toMatchObject({ reference, ...FRANCE });
    const [found, ...others] = await find(reference);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      vendorOrderId: order.vendorOrderId,
      sim: { smdpAddress: expect.any(String), lpa: expect.stringMatching(/^LPA:1\$/) },
    });
    if (order.sim) expect(found!.sim).toEqual(order.sim);
    const { orders } = await world.ledger();
    expect(orders).toMatchObject([{ transactionId: reference, amount: 12_345 }]);
  });

  it('is found when its answer was lost, and not bought twice when it is repeated', async () => {
    const reference = newReference();
    await world.control({ fail: { call: ORDER, when: 'after', hangup: true } });
    expect(await place(reference)).toEqual({ kind: 'unknown', fault: 'connection-lost' });
    const [lost] = await until(async () => {
      const found = await find(reference);
      return found.length > 0 && found;
    });
    expect(orderOf(await place(reference))).toMatchObject({ vendorOrderId: lost!.vendorOrderId, sim: lost!.sim });
    expect(await ordersMade()).toBe(1);
    expect(await find('cairn-other')).toEqual([]);
  });

  it('that was not answered in time is unknown, and found later', async () => {
    const reference = newReference();
    await world.control({ hold: { call: ORDER, when: 'after' } });
    const outcome = place(reference, {}, client({ timeoutMs: 1_500 }));
    await held(sandbox, ORDER);
    expect(await outcome).toEqual({ kind: 'unknown', fault: 'timeout' });
    expect(await until(async () => (await find(reference))[0])).toMatchObject({ reference });
  });

  it('whose profile is made later has its number, by which the search knows it', async () => {
    const reference = newReference();
    await world.control({ allocate: { hold: true } });
    const { vendorOrderId, sim } = orderOf(await place(reference));
    expect(sim).toBeNull();
    expect(await find(reference)).toEqual([]);
    expect(await find(reference, { vendorOrderId })).toMatchObject([{ vendorOrderId, reference, sim: null }]);
    await world.control({ allocate: { release: true } });
    expect(await find(reference, { vendorOrderId })).toMatchObject([{ vendorOrderId, sim: expect.anything() }]);
    expect(await find(reference)).toHaveLength(1);
  });

  it('without a profile is done, and its profile found when the wholesaler adds it', async () => {
    const reference = newReference();
    await world.control({ profiles: { next: 'none' } });
    expect(orderOf(await place(reference)).sim).toBeNull();
    await world.control({ profiles: { complete: reference } });
    expect(await find(reference)).toMatchObject([{ sim: expect.anything() }]);
  });

  it.each<[string, Record<string, unknown>, object]>([
    ['no credit', { balance: { set: 1 } }, { code: 'insufficient-credit', retryable: true }],
    [
      'no stock',
      { fail: { call: ORDER, status: 200, body: { success: false, errorCode: '200011', obj: null } } },
      { code: 'out-of-stock', retryable: true },
    ],
    [
      'an unknown package',
      { package: { packageCode: FRANCE.packageId, set: { missing: true } } },
      { code: 'invalid-package', retryable: false, neverSent: true },
    ],
    [
      'a price that rose',
      { package: { packageCode: FRANCE.packageId, set: { price: 12_401 } } },
      { code: 'price-changed', retryable: true, neverSent: true },
    ],
    [
      'another currency',
      { package: { packageCode: FRANCE.packageId, set: { currencyCode: 'EUR' } } },
      { code: 'price-changed', retryable: true, neverSent: true },
    ],
    [
      'a list that fails',
      { fail: { call: 'packages.list', status: 503 } },
      { code: 'unreachable', retryable: true, neverSent: true },
    ],
  ])('is refused: %s', async (_, orders, refusal) => {
    await world.control(orders);
    expect(await place(newReference())).toEqual({ kind: 'refused', ...refusal });
    expect(await ordersMade()).toBe(0);
  });

  it('is refused by the wholesaler when the price changes after it was read', async () => {
    const reference = newReference();
    await world.control({ hold: { call: ORDER, when: 'before' } });
    const outcome = place(reference);
    await held(sandbox, ORDER);
    await world.control({ package: { packageCode: FRANCE.packageId, set: { price: 12_346 } } });
    await world.control({ release: { call: ORDER } });
    expect(await outcome).toEqual({ kind: 'refused', code: 'price-changed', retryable: true });
    expect(await ordersMade()).toBe(0);
  });

  it('with wrong credentials is not sent', async () => {
    const refusal = { kind: 'refused', code: 'unauthorized', retryable: true, neverSent: true };
    expect(await place(newReference(), {}, client({ secretKey: 'other' }))).toEqual(refusal);
    expect(await place(newReference(), {}, client({ accessCode: 'other' }))).toEqual(refusal);
  });

  it('of a cancelled order buys nothing and is refused', async () => {
    const { reference, order, sim } = await bought();
    expect(await client().giveBack({ iccid: sim.iccid, reference, reason: 'not-wanted', note: '' })).toEqual({
      kind: 'given-back',
    });
    expect(await find(reference)).toEqual([]);
    expect(await find(reference, { vendorOrderId: order.vendorOrderId })).toEqual([]);
    expect(await place(reference)).toEqual({ kind: 'refused', code: 'profile-ended', retryable: false });
    expect(await ordersMade()).toBe(1);
  });
});

describe('many orders', () => {
  it('are read in pages, each once', async () => {
    for (let at = 0; at < 12; at += 1) await bought();
    const last = newReference();
    await place(last);
    await until(async () => (await find(last))[0]?.sim);
    const small = client({ pageSize: 5 });
    expect(await small.findByReference('cairn-none', { since: null, vendorOrderId: null })).toEqual([]);
    expect(await small.findByReference(last, { since: null, vendorOrderId: null })).toHaveLength(1);
    const books = await small.bookings('cairn-', null);
    expect(new Set(books.map(({ vendorOrderId }) => vendorOrderId)).size).toBe(13);
    expect(books).toHaveLength(13);
    expect(books[0]).toMatchObject({ netPriceCents: null, netCurrency: 'USD' });
    expect(await small.bookings('other-', null)).toEqual([]);
    expect(await small.bookings('cairn-', new Date(Date.now() + 3 * 86_400_000))).toEqual([]);
  });
});

describe('a profile', () => {
  it('has the usage and the state that the wholesaler reports', async () => {
    const { reference, sim } = await bought();
    const usage = () => client().usage({ iccid: sim.iccid, reference });
    expect(await usage()).toEqual({
      status: 'not-active',
      remainingMb: 1_024,
      totalMb: 1_024,
      unlimited: false,
      expiresAt: null,
      profileState: 'released',
    });
    await world.control({
      profile: {
        iccid: sim.iccid,
        set: { esimStatus: 'IN_USE', smdpStatus: 'ENABLED', orderUsage: 300 * 1024 ** 2 + 1 },
      },
    });
    expect(await usage()).toMatchObject({ status: 'active', remainingMb: 723, profileState: 'enabled' });
    const ends = (await usage()).expiresAt!.getTime() - Date.now();
    expect(ends).toBeGreaterThan(6.9 * 86_400_000);
    expect(ends).toBeLessThan(7.1 * 86_400_000);
    expect(await client().usage({ iccid: sim.iccid, reference: 'cairn-other' })).toMatchObject({ status: 'recycled' });
    await expect(client().usage({ iccid: '8943108170000000000', reference })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('that is revoked is found without its codes', async () => {
    const { reference, sim } = await bought();
    await world.call('esim/revoke', { iccid: sim.iccid });
    expect(await find(reference)).toMatchObject([{ reference, sim: null }]);
  });

  it('can be given back until it is on a phone, and its price returns', async () => {
    const before = await client().balance();
    const { reference, sim } = await bought(); // 1.2345 dollars
    const back = { iccid: sim.iccid, reference, reason: 'ordered-twice', note: 'a note' } as const;
    expect((await client().balance()).cents).toBe(before.cents - 124);
    await world.control({ profile: { iccid: sim.iccid, set: { smdpStatus: 'ENABLED' } } });
    expect(await client().giveBack(back)).toEqual({ kind: 'refused', code: 'profile-ended' });
    await world.control({ profile: { iccid: sim.iccid, set: { smdpStatus: 'RELEASED' } } });
    for (let time = 0; time < 2; time += 1) expect(await client().giveBack(back)).toEqual({ kind: 'given-back' });
    expect(await client().balance()).toEqual(before);
  });

  it('is ended without its price, however often, and never another one with its ICCID', async () => {
    const { reference, sim } = await bought();
    const before = await client().balance();
    const own = { iccid: sim.iccid, reference };
    const end = () => client().endProfile(own);
    expect(await Promise.all([end(), end()])).toEqual([{ kind: 'ended' }, { kind: 'ended' }]);
    expect(await end()).toEqual({ kind: 'ended' });
    expect(await client().usage({ iccid: sim.iccid, reference })).toMatchObject({ status: 'expired' });
    expect(await client().balance()).toEqual(before);
    // A later customer has its ICCID.
    await world.control({ profiles: { next: 'duplicate' } });
    const other = await bought();
    expect(other.sim.iccid).toBe(sim.iccid);
    expect(await end()).toEqual({ kind: 'ended' });
    expect(await client().giveBack({ ...own, reason: 'not-wanted', note: '' })).toMatchObject({ kind: 'refused' });
    expect(await client().usage({ iccid: sim.iccid, reference: other.reference })).toMatchObject({
      status: 'not-active',
    });
    const unreachable = client({ url: 'http://127.0.0.1:1' });
    expect(await unreachable.endProfile({ iccid: sim.iccid, reference })).toMatchObject({ kind: 'unknown' });
  });

  describe('to which a plan is added', () => {
    async function withPlan() {
      const { reference, sim } = await bought();
      const profile = { iccid: sim.iccid, reference };
      const offered = await client().addable(profile);
      const [plan] = offered === 'ended' ? [] : offered;
      const { packageId, netPriceCents } = plan!;
      const add = (own: string, changes: object = {}) =>
        client().addPlan({ profile, packageId, netPriceCents, reference: own, ...changes });
      return { profile, plan: plan!, add };
    }
    const NOT_SENT = { kind: 'refused', retryable: false, neverSent: true };

    it('gets it once, also when its order is repeated, and is found and booked by it', async () => {
      const { profile, plan, add } = await withPlan();
      expect(plan).toMatchObject({ netCurrency: 'USD', unlimited: false });
      const first = orderOf(await add('cairn-top-up'));
      expect(first).toMatchObject({ reference: 'cairn-top-up', packageId: plan.packageId, sim: null });
      expect(orderOf(await add('cairn-top-up'))).toEqual(first);
      expect(await client().usage(profile)).toMatchObject({ totalMb: 1_024 + plan.dataMb });
      const { vendorOrderId } = first;
      const found = await find('cairn-top-up', { addedTo: profile });
      expect(found).toMatchObject([{ vendorOrderId, reference: 'cairn-top-up', sim: null }]);
      expect(await find('cairn-other', { addedTo: profile })).toEqual([]);
      const booked = await client().bookings('cairn-', null);
      expect(booked.filter((each) => each.reference === 'cairn-top-up')).toMatchObject([{ vendorOrderId }]);
      // The profile is still its first order's.
      expect(await find(profile.reference)).toMatchObject([{ sim: { iccid: profile.iccid } }]);
    });

    it('is found after a call whose answer was lost', async () => {
      const { profile, add } = await withPlan();
      await world.control({ fail: { call: 'profiles.topup', when: 'after', hangup: true } });
      expect(await add('cairn-lost')).toMatchObject({ kind: 'unknown' });
      expect(await find('cairn-lost', { addedTo: profile })).toHaveLength(1);
    });

    it('is not charged more than was checked, nor a package that is gone', async () => {
      const { plan, add } = await withPlan();
      expect(await add('cairn-dear', { netPriceCents: plan.netPriceCents - 1 })).toEqual({
        ...NOT_SENT,
        code: 'price-changed',
        retryable: true,
      });
      expect(await add('cairn-gone', { packageId: 'TOPUP_NONE' })).toEqual({ ...NOT_SENT, code: 'invalid-package' });
    });

    it.each(['USED_EXPIRED', 'REVOKE', 'CANCEL'])('takes none when it is %s', async (esimStatus) => {
      const { profile, add } = await withPlan();
      await world.control({ profile: { iccid: profile.iccid, set: { esimStatus } } });
      expect(await client().addable(profile)).toBe('ended');
      expect(await add('cairn-late')).toEqual({ ...NOT_SENT, code: 'profile-ended' });
    });

    it('takes none when its ICCID is another customer’s', async () => {
      const { profile, add } = await withPlan();
      await world.control({ life: { iccid: profile.iccid, acts: ['recycle'] } });
      expect(await client().addable(profile)).toBe('ended');
      expect(await add('cairn-stranger')).toEqual({ ...NOT_SENT, code: 'profile-ended' });
      await expect(find('cairn-stranger', { addedTo: profile })).rejects.toMatchObject({ code: 'not-found' });
    });
  });
});

it('reads every message that the wholesaler sends', async () => {
  const inbox = await receiver();
  try {
    await world.control({ webhook: { url: inbox.url } });
    const { reference, order, sim } = await bought();
    for (const type of ['ORDER_STATUS', 'ESIM_STATUS', 'SMDP_EVENT', 'DATA_USAGE', 'VALIDITY_USAGE'])
      await world.control({
        deliver: { type, transactionId: reference, ...(type !== 'ORDER_STATUS' && { iccid: sim.iccid }) },
      });
    expect(new Set(inbox.types())).toEqual(
      new Set(['ORDER_STATUS', 'ESIM_STATUS', 'SMDP_EVENT', 'DATA_USAGE', 'VALIDITY_USAGE']),
    );
    for (const { body } of inbox.requests)
      expect(client().readHint(body, () => undefined)).toMatchObject({ reference, vendorOrderId: order.vendorOrderId });
    inbox.received.length = 0;
    inbox.requests.length = 0;
    await world.call('webhook/save', { webhook: inbox.url });
    expect(inbox.types()).toEqual(['CHECK_HEALTH']);
    expect(client().readHint(inbox.requests[0]!.body, () => undefined)).toBe('nothing');
  } finally {
    inbox.close();
  }
});
