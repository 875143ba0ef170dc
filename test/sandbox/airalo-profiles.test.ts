import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withSandbox, KNOWN } from './airalo-support.ts';

/** What the adapter does with profiles that exist: plans are added to them, they are given back, and their usage is read. */

let world: Awaited<ReturnType<typeof withSandbox>>;
beforeAll(async () => {
  world = await withSandbox();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.control({ reset: true });
  world.tokens.held = null;
});

const FRANCE = { netPriceCents: 110, packageId: 'france-7days-1gb' };

describe('a profile that exists', () => {
  const profile = async (packageId = FRANCE.packageId) => {
    const outcome = await world.airalo.placeOrder({ packageId, reference: 'ref-base', netPriceCents: 110 });
    return outcome.kind === 'done' ? outcome.order.sim!.iccid : '';
  };

  const own = (iccid: string) => ({ iccid, reference: 'ref-base' });
  const plan = (iccid: string, reference: string) => ({
    profile: own(iccid),
    packageId: 'france-7days-1gb-topup',
    reference,
    netPriceCents: 120,
  });

  it('says what can be added to it, and gets it', async () => {
    const iccid = await profile();
    const addable = await world.airalo.addable(own(iccid));
    expect(addable).toContainEqual({
      packageId: 'france-7days-1gb-topup',
      title: '1 GB - 7 Days',
      dataMb: 1024,
      unlimited: false,
      unlimitedTerms: null,
      days: 7,
      netPriceCents: 120,
      netCurrency: 'USD',
    });
    const added = await world.airalo.addPlan(plan(iccid, 'ref-added'));
    expect(added).toMatchObject({ kind: 'done', order: { reference: 'ref-added', netPriceCents: 120, sim: null } });
    expect(await world.airalo.usage({ iccid, reference: '' })).toMatchObject({ totalMb: 2048 });
    // It is found by its own reference, and booked.
    expect(await world.airalo.findByReference('ref-added', KNOWN)).toMatchObject([
      { packageId: 'france-7days-1gb-topup', sim: null },
    ]);
    expect(await world.airalo.bookings('ref-', null)).toHaveLength(2);
  });

  it('of an operator without top-ups takes none', async () => {
    const without = (await world.airalo.packages()).packages.find(({ facts }) => facts.topUp === false)!;
    expect(await world.airalo.addable(own(await profile(without.packageId)))).toEqual([]);
  });

  it.each([
    ['of another destination', 'japan-7days-1gb-topup', {}, 'invalid-package'],
    ['that the operator has switched off', 'test-disabled-top-up-7days-1gb', {}, 'not-addable'],
    ['to a recycled profile', 'france-7days-1gb-topup', { status: 'RECYCLED' }, 'profile-ended'],
  ])('is refused a package %s', async (_, packageId, set, code) => {
    const iccid = await profile();
    await world.control({ usage: { iccid, set } });
    const added = await world.airalo.addPlan({ ...plan(iccid, 'ref-no'), packageId });
    expect(added).toEqual({ kind: 'refused', code, retryable: false });
    expect(await world.orders()).toHaveLength(1);
  });

  it('that was recycled says that nothing can be added', async () => {
    const iccid = await profile();
    await world.control({ usage: { iccid, set: { status: 'RECYCLED' } } });
    expect(await world.airalo.addable(own(iccid))).toBe('ended');
  });

  it('has the days and data of its plans together, in use and after the end of the first', async () => {
    const iccid = await profile();
    const now = Math.floor(Date.now() / 1000) * 1000;
    const inDays = (days: number) => new Date(now + days * 86_400_000);
    const time = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ');
    await world.control({ usage: { iccid, set: { status: 'ACTIVE', remaining: 100, expired_at: time(inDays(2)) } } });
    await world.airalo.addPlan(plan(iccid, 'ref-more'));
    const usage = () => world.airalo.usage({ iccid, reference: '' });
    expect(await usage()).toMatchObject({ status: 'active', remainingMb: 1124, totalMb: 2048, expiresAt: inDays(9) });
    await world.control({ usage: { iccid, set: { status: 'EXPIRED', expired_at: time(inDays(-1)) } } });
    await world.airalo.addPlan(plan(iccid, 'ref-again'));
    expect(await usage()).toMatchObject({ status: 'active', remainingMb: 1024, totalMb: 3072 });
  });

  it('is added a plan in doubt when the answer is lost, and the search finds it', async () => {
    const iccid = await profile();
    await world.control({ fail: { call: 'topups.create', when: 'after', hangup: true } });
    expect(await world.airalo.addPlan(plan(iccid, 'ref-lost'))).toMatchObject({ kind: 'unknown' });
    expect(await world.airalo.findByReference('ref-lost', KNOWN)).toHaveLength(1);
  });

  it('is given back by a request that a person decides about', async () => {
    const iccid = await profile();
    const given = await world.airalo.giveBack({
      iccid,
      reference: 'r',
      reason: 'ordered-twice',
      note: 'n'.repeat(300),
    });
    const { refunds } = await world.ledger();
    expect(given).toEqual({ kind: 'requested', requestId: refunds[0]!.id });
    expect(refunds).toMatchObject([{ iccids: [iccid], reason: 'OTHERS', notes: 'n'.repeat(255) }]);
  });

  it('is not given back when the wholesaler does not know it; a lost answer is doubt', async () => {
    const unknown = { iccid: '8932042000000000000', reference: 'r', reason: 'not-wanted', note: '' } as const;
    expect(await world.airalo.giveBack(unknown)).toMatchObject({ kind: 'refused', code: 'invalid-request' });
    await world.control({ fail: { call: 'refunds.create', status: 503 } });
    expect(await world.airalo.giveBack(unknown)).toEqual({ kind: 'unknown', fault: 'server-error' });
    expect((await world.ledger()).refunds).toEqual([]);
  });
});

describe('usage', () => {
  it('is full and not active at first, then follows the vendor', async () => {
    const outcome = await world.airalo.placeOrder({ ...FRANCE, reference: 'ref-0001-aaaa' });
    const { iccid } = outcome.kind === 'done' ? outcome.order.sim! : { iccid: '' };
    expect(await world.airalo.usage({ iccid, reference: '' })).toEqual({
      status: 'not-active',
      remainingMb: 1024,
      totalMb: 1024,
      unlimited: false,
      expiresAt: null,
      profileState: null,
    });
    await world.control({
      usage: { iccid, set: { status: 'ACTIVE', remaining: 512, expired_at: '2026-12-01 10:00:00' } },
    });
    expect(await world.airalo.usage({ iccid, reference: '' })).toMatchObject({
      status: 'active',
      remainingMb: 512,
      expiresAt: new Date('2026-12-01T10:00:00Z'),
    });
  });

  it('of an unknown profile fails with a code', async () => {
    await expect(world.airalo.usage({ iccid: '8932042000000000000', reference: '' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

describe('the balance', () => {
  it('has its currency, and is a capability like the rest', async () => {
    await world.control({ balance: { set: 12.5 } });
    expect(await world.airalo.balance()).toEqual({ cents: 1250, currency: 'USD' });
    expect(world.airalo.capabilities).toEqual({
      listsOrdersAfterSeconds: 0,
      sendsHints: true,
      addsPlans: true,
      listsAddedPlans: true,
      takesBack: 'by-request',
      endsProfiles: false,
      reinstalls: false,
      reportsUsage: true,
      reportsProfileState: false,
      usageEveryMinutes: 20,
      usageReadsPerSecond: 4,
      reportsBalance: true,
      listsBookings: true,
      listsDevices: true,
    });
  });
});
