import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readHint } from '#src/adapters/airalo/hints.ts';
import { until } from '../support/wire.ts';
import { CREDENTIALS } from './airalo-support.ts';
import { SHOPS, type Shop } from './lives-support.ts';

/** How eSIMs live in the sandboxes of both wholesalers, as their adapters read it. */

const DAY_MS = 86_400_000;
const days = (date: Date | null) => Math.round(((date?.getTime() ?? 0) - Date.now()) / DAY_MS);

describe.each(['airalo', 'esim-access'] as const)('an eSIM at %s', (name) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await SHOPS[name]();
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    await shop.reset();
    shop.hook.received.length = 0;
  });
  const reportsProfiles = name === 'esim-access';
  /** The state of a profile, where the wholesaler reports it. */
  const profile = (profileState: string) => ({ profileState: reportsProfiles ? profileState : null });

  it('is installed, connects in a country of its plan, is used, and used up', async () => {
    const esim = await shop.buy();
    expect(await esim.usage()).toMatchObject({ status: 'not-active', remainingMb: 1024, ...profile('released') });
    await shop.live(esim, { install: 'Pixel 9' });
    expect(await esim.usage()).toMatchObject({ status: 'not-active', ...profile('installed') });
    await shop.live(esim, 'enable', { use: 300, country: 'US' });
    expect(await esim.usage()).toMatchObject({ status: 'not-active', remainingMb: 1024, expiresAt: null });

    await shop.live(esim, { use: 300, country: 'FR' });
    const first = await esim.usage();
    expect(first).toMatchObject({ status: 'active', remainingMb: 724, totalMb: 1024, ...profile('enabled') });
    expect(days(first.expiresAt)).toBe(7);
    await shop.live(esim, 'disable');
    await expect(shop.live(esim, { use: 1 })).rejects.toThrow(/the eSIM is off/);
    await shop.live(esim, 'enable', { country: 'US' }, { use: 300 }, { country: 'FR' }, { pass: { days: 2 } });
    const later = await esim.usage();
    expect(later).toMatchObject({ status: 'active', remainingMb: 724 });
    expect(days(later.expiresAt)).toBe(5);
    await shop.live(esim, { use: 5000 });
    expect(await esim.usage()).toMatchObject({ status: 'finished', remainingMb: 0, totalMb: 1024 });
  });

  it('ends by time, also when it was never installed; one that starts at the installation needs no network', async () => {
    const [used, unused, early] = [await shop.buy(), await shop.buy(), await shop.buy('at-installation')];
    await shop.live(used, 'install', 'enable', { use: 100, country: 'FR' }, { pass: { days: 6, hours: 23 } });
    expect(await used.usage()).toMatchObject({ status: 'active', remainingMb: 924 });
    await shop.live(used, { pass: { hours: 2 } });
    expect(await used.usage()).toMatchObject({ status: 'expired', remainingMb: 924 });
    await shop.live(unused, { end: 'expired' });
    expect(await unused.usage()).toMatchObject({ status: 'expired', remainingMb: 1024 });
    await shop.live(early, 'install');
    expect(await early.usage()).toMatchObject({ status: 'active' });
  });

  it('is deleted from a phone, released again, and installed on another one', async () => {
    const esim = await shop.buy();
    await shop.live(esim, 'install', 'enable', { use: 100, country: 'FR' }, 'delete');
    expect(await esim.usage()).toMatchObject({ status: 'active', remainingMb: 924, ...profile('deleted') });
    await expect(shop.live(esim, 'install')).rejects.toThrow(/release it first/);
    await shop.live(esim, 'release', { install: 'iPhone 17' }, 'enable', { use: 24, country: 'FR' });
    expect(await esim.usage()).toMatchObject({ status: 'active', remainingMb: 900, ...profile('enabled') });
    await shop.live(esim, 'recycle');
    expect(await esim.usage()).toMatchObject({ status: 'recycled' });
    // Nothing of a list of events has happened when one can't.
    const other = await shop.buy();
    await expect(shop.live(other, 'install', 'delete', 'enable')).rejects.toThrow(/install it first/);
    expect(await other.usage()).toMatchObject({ status: 'not-active', ...profile('released') });
  });

  it('goes on from what the verb `usage` has set', async () => {
    const esim = await shop.buy();
    await shop.live(esim, 'install', 'enable', { use: 100, country: 'FR' });
    const half = reportsProfiles ? { orderUsage: 512 * 1024 ** 2 } : { remaining: 512 };
    await shop.order({ usage: { iccid: esim.iccid, set: half } });
    expect(await esim.usage()).toMatchObject({ status: 'active', remainingMb: 512 });
    await shop.live(esim, { use: 12 });
    expect(await esim.usage()).toMatchObject({ status: 'active', remainingMb: 500 });
  });

  it('lives by itself when asked, the same for the same seconds; what was switched off stays off', async () => {
    const [off, first] = [await shop.buy(), await shop.buy()];
    await shop.live(off, 'install', 'disable');
    await shop.order({ live: { seconds: 12, mbPerSecond: 10, hoursPerSecond: 12 } });
    // Installed, enabled, ten seconds of use; the days count from the connection.
    const usage = await first.usage();
    expect(usage).toMatchObject({ status: 'active', remainingMb: 924, ...profile('enabled') });
    expect(days(usage.expiresAt)).toBeLessThanOrEqual(2);
    expect(await off.usage()).toMatchObject({ status: 'not-active', remainingMb: 1024, ...profile('installed') });
    await shop.order({ profiles: { next: 'duplicate' } });
    const twin = await shop.buy();
    await shop.order({ live: { on: true, mbPerSecond: 900 } });
    await until(async () => (await twin.usage()).status === 'finished');
    await shop.order({ live: { on: false } });
  });

  describe('in replies about its usage', () => {
    const inUse = async () => {
      const esim = await shop.buy();
      await shop.live(esim, 'install', 'enable', { use: 424, country: 'FR' });
      expect(await esim.usage()).toMatchObject({ remainingMb: 600 });
      return esim;
    };

    it('is stale, or as old as the wholesaler says', async () => {
      const esim = await inUse();
      await shop.order({ replies: { how: 'stale', iccid: esim.iccid, times: 2 } });
      await shop.live(esim, { use: 100 });
      expect(await esim.usage()).toMatchObject({ remainingMb: 600 });
      expect(await esim.usage()).toMatchObject({ remainingMb: 600 });
      expect(await esim.usage()).toMatchObject({ remainingMb: 500 });
      await shop.order({ lag: true });
      await shop.live(esim, { use: 100 });
      expect(await esim.usage()).toMatchObject({ remainingMb: 500 });
      await shop.live(esim, { pass: { hours: 4 } });
      expect(await esim.usage()).toMatchObject({ remainingMb: 400 });
    });

    it('is wrong in each way', async () => {
      const esim = await inUse();
      const answered = async (replies: object) => {
        await shop.order({ replies: { ...replies, times: 1 } });
        return esim.usage().catch((error: { code?: unknown }) => error.code);
      };
      expect(await answered({ how: 'backwards' })).toMatchObject({ remainingMb: 812, totalMb: 1024 });
      expect(await answered({ how: 'missing' })).toBe('bad-reply');
      // What can't be true is judged by the store, not by the adapter that reads it.
      const negative = { airalo: expect.objectContaining({ remainingMb: -1 }), 'esim-access': 'bad-reply' }[name];
      expect(await answered({ how: 'negative' })).toEqual(negative);
      const strange = { airalo: { remainingMb: 3072 }, 'esim-access': { remainingMb: 0 } }[name];
      expect(await answered({ how: 'larger' })).toMatchObject({ ...strange, totalMb: 1024 });
      const flagged = { airalo: { unlimited: true }, 'esim-access': { totalMb: 0 } }[name];
      expect(await answered({ how: 'unlimited' })).toMatchObject(flagged);
      const stranger = { airalo: { totalMb: 10_240 }, 'esim-access': { status: 'recycled' } }[name];
      expect(await answered({ how: 'another' })).toMatchObject(stranger);
      const field = { airalo: 'remaining', 'esim-access': 'orderUsage' }[name];
      expect(await answered({ set: { [field]: 'lots' } })).toBe('bad-reply');
      await shop.order({ replies: { how: 'missing' } });
      await shop.order({ replies: 'whole' });
      expect(await esim.usage()).toMatchObject({ status: 'active', remainingMb: 600 });
    });

    it('is counted by call and second, and refused with its pause', async () => {
      const esim = await inUse();
      const before = Date.now();
      const headers = { 'retry-after': '30' };
      await shop.order({ fail: { call: shop.usageCall, status: 429, headers } });
      await expect(esim.usage()).rejects.toMatchObject({ code: 'rate-limited' });
      await esim.usage();
      const answer = await fetch(`${shop.url}/_sandbox/control?seconds`);
      const { made } = (await answer.json()) as { made: Record<string, { total: number; seconds: object }> };
      const { total, seconds } = made[shop.usageCall]!;
      expect(Object.values(seconds).reduce((sum: number, each: number) => sum + each, 0)).toBe(total);
      expect(total).toBeGreaterThanOrEqual(3);
      expect(Date.parse(Object.keys(seconds).at(-1)!)).toBeGreaterThanOrEqual(before - 1000);
    });
  });

  it('is shown on a page with a button for each event, which says why one can not happen', async () => {
    const esim = await shop.buy();
    const page = await (await fetch(shop.url)).text();
    expect(page).toContain(esim.iccid);
    const action = /action="(\/esims\/[^"]+)"/.exec(page)![1]!;
    const press = async (fields: Record<string, string>) =>
      (await fetch(shop.url + action, { method: 'POST', body: new URLSearchParams(fields) })).text();
    expect(await press({ act: 'use', mb: '5', country: 'FR' })).toContain('use: the eSIM is off');
    await press({ act: 'install' });
    await press({ act: 'enable' });
    expect(await press({ act: 'use', mb: '24', country: 'FR' })).toContain('1000 MB of 1024 MB left');
    expect(await esim.usage()).toMatchObject({ remainingMb: 1000 });
  });
});

describe('the notices of airalo', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await SHOPS.airalo();
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.reset());

  it('are signed, sent at 75 and 90 %, three days and one day before the end, and again until they are accepted', async () => {
    const esim = await shop.buy();
    shop.hook.answers.push(500);
    await shop.live(esim, 'install', 'enable', { use: 700, country: 'FR' });
    await shop.live(esim, { use: 100 });
    await until(() => shop.hook.received.length === 2, { what: 'the notice is sent again' });
    await shop.live(esim, { use: 150 }, { pass: { days: 3 } }, { pass: { days: 2 } }, { pass: { hours: 30 } });
    const said = () => shop.hook.received.slice(1).map((notice) => (notice as unknown as { level: string }).level);
    await until(() => said().length === 4);
    expect(said().toSorted()).toEqual(['1days', '3days', '75%', '90%']);
    expect(shop.hook.received.at(-1)).toMatchObject({ iccid: esim.iccid, package_name: expect.any(String) });
    for (const { body, headers } of shop.hook.requests) {
      const signature = String(headers['airalo-signature']);
      const hint = { reference: null, vendorOrderId: null, iccid: esim.iccid };
      expect(readHint(body, signature, CREDENTIALS.clientSecret)).toEqual(hint);
      expect(readHint(body, signature, 'another secret')).toBe('forged');
      expect(readHint(Buffer.concat([body, Buffer.from(' ')]), signature, CREDENTIALS.clientSecret)).toBe('forged');
      expect(readHint(body, undefined, CREDENTIALS.clientSecret)).toBe('forged');
    }
  });
});

it('eSIM Access notifies of a state, of the use, and of the last day', async () => {
  const shop = await SHOPS['esim-access']();
  try {
    await shop.reset();
    const esim = await shop.buy();
    await shop.live(esim, 'install', 'enable', { use: 600, country: 'FR' }, { pass: { days: 6, hours: 1 } });
    const types = () => shop.hook.types().toSorted();
    await until(() => types().length === 5);
    expect(types()).toEqual(['DATA_USAGE', 'ESIM_STATUS', 'SMDP_EVENT', 'SMDP_EVENT', 'VALIDITY_USAGE']);
    await shop.live(esim, { pass: { days: 1 } });
    await until(() => types().length === 6);
    expect(shop.hook.received.at(-1)).toMatchObject({ content: { esimStatus: 'USED_EXPIRED', iccid: esim.iccid } });
  } finally {
    await shop.close();
  }
});
