import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshDatabase } from '#test/support/database.ts';
import { generousLimits } from '#test/support/identity.ts';
import { type Database, openDatabase } from './database.ts';
import { createLimits } from './limits.ts';

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let database: Database;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = openDatabase(fresh.url, { max: 8, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});
beforeEach(() => database.pool.query('delete from rate_limits'));

const limitsOf = (limits: Parameters<typeof generousLimits>[0]) =>
  createLimits({ db: database.db, rules: generousLimits(limits) });
/** Ends all current windows. */
const afterTheWindow = () => database.pool.query("update rate_limits set ends_at = now() - interval '1 second'");
const outcomes = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map(({ status }) => status === 'fulfilled');
const WRONG = new Set(['WRONG']);
const wrong = async () => {
  throw Object.assign(new Error('no'), { code: 'WRONG' });
};

test('turns are evenly spaced over all processes, and an idle time saves none up', async () => {
  const processes = [limitsOf({}), limitsOf({})];
  const take = (count: number, perSecond: number, key = 'a') =>
    Promise.all(Array.from({ length: count }, (_, n) => processes[n % 2]!.turn(key, perSecond)));
  const waits = (await take(10, 0.1)).toSorted((a, b) => a - b);
  waits.forEach((wait, at) => expect(wait / 10_000).toBeCloseTo(at, 0));
  expect(await take(1, 0.1, 'b')).toEqual([0]);
  await afterTheWindow();
  const again = (await take(3, 0.1)).toSorted((a, b) => a - b);
  again.forEach((wait, at) => expect(wait / 10_000).toBeCloseTo(at, 0));
});

describe('rate limits', () => {
  test('a key can use its points once per window, also under concurrent requests', async () => {
    const limits = limitsOf({ LIMIT_SIGN_UPS_PER_HOUR: 3 });
    const many = () => Array.from({ length: 12 }, () => limits.consume({ 'sign-ups-per-address': 'a' }));
    expect((await outcomes(many())).filter(Boolean)).toHaveLength(3);
    await expect(limits.consume({ 'sign-ups-per-address': 'a' })).rejects.toMatchObject({
      code: 'too-many-requests',
      rule: 'sign-ups-per-address',
    });
    await limits.consume({ 'sign-ups-per-address': 'b' });
    await afterTheWindow();
    expect((await outcomes(many())).filter(Boolean)).toHaveLength(3);
  });

  test('an IPv6 /64 counts as one caller, and its /56 as eight', async () => {
    const limits = limitsOf({ LIMIT_SIGN_UPS_PER_HOUR: 2 });
    const signUp = (address: string) => limits.consume({ 'sign-ups-per-address': address });
    await signUp('2001:db8:0:100::1');
    await signUp('2001:0DB8::100:ffff:0:0:2');
    await expect(signUp('2001:db8:0:100:9::')).rejects.toMatchObject({ rule: 'sign-ups-per-address' });
    // Seven more /64 of the same /56, then none; the next /56 belongs to another customer.
    for (let subnet = 1; subnet < 8; subnet += 1)
      for (const host of [1, 2]) await signUp(`2001:db8:0:10${subnet}::${host}`);
    await expect(signUp('2001:db8:0:1ff::1')).rejects.toMatchObject({ code: 'too-many-requests' });
    await signUp('2001:db8:0:200::1');
    // The refusals used no points.
    await afterTheWindow();
    await signUp('::ffff:192.0.2.1');
    await signUp('192.0.2.1');
    await expect(signUp('::ffff:c000:201')).rejects.toMatchObject({ code: 'too-many-requests' });
    await signUp('192.0.2.2');
  });

  test('two limits are consumed together or not at all, and the first exceeded one is named', async () => {
    const limits = limitsOf({ LIMIT_ORDERS_PER_ADDRESS: 3, LIMIT_ORDERS_PER_EMAIL: 1 });
    const order = (address: string, email: string) =>
      limits.consume({ 'orders-per-address': address, 'orders-per-email': email });
    await order('a', 'x');
    for (let i = 0; i < 5; i++) await expect(order('a', 'x')).rejects.toMatchObject({ rule: 'orders-per-email' });
    await order('a', 'y');
    await order('a', 'z');
    await expect(order('a', 'x')).rejects.toMatchObject({ rule: 'orders-per-address' });
  });

  test('only failures of the given kind count, including those of concurrent requests', async () => {
    const limits = limitsOf({ LIMIT_WRONG_PASSWORDS_PER_ACCOUNT: 2 });
    const attempt = <T>(work: () => Promise<T>) =>
      limits.countFailures({ 'wrong-passwords-per-account': 'a' }, WRONG, work);
    for (let i = 0; i < 5; i++) expect(await attempt(async () => 'in')).toBe('in');
    for (let i = 0; i < 5; i++) await expect(attempt(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
    const [begun, end] = [
      Array.from({ length: 2 }, () => Promise.withResolvers<void>()),
      Promise.withResolvers<string>(),
    ];
    const underWay = begun.map(({ resolve }) => attempt(() => (resolve(), end.promise)));
    await Promise.all(begun.map(({ promise }) => promise));
    await expect(attempt(async () => 'in')).rejects.toMatchObject({ code: 'too-many-requests' });
    end.resolve('in');
    expect(await Promise.all(underWay)).toEqual(['in', 'in']);
    for (let i = 0; i < 2; i++) await expect(attempt(wrong)).rejects.toMatchObject({ code: 'WRONG' });
    await expect(attempt(async () => 'in')).rejects.toMatchObject({ code: 'too-many-requests' });
  });

  test('no work is done for a refused caller, so that its duration reveals nothing', async () => {
    const limits = limitsOf({ LIMIT_WRONG_PASSWORDS_PER_ACCOUNT: 1 });
    const work = vi.fn<typeof wrong>(wrong);
    const attempt = () => limits.countFailures({ 'wrong-passwords-per-account': 'a' }, WRONG, work);
    await expect(attempt()).rejects.toMatchObject({ code: 'WRONG' });
    await expect(attempt()).rejects.toMatchObject({ code: 'too-many-requests' });
    expect(work).toHaveBeenCalledOnce();
  });

  test('points that are being returned never cause a refusal', async () => {
    const limits = limitsOf({ LIMIT_WRONG_PASSWORDS_PER_ACCOUNT: 1 });
    const attempt = (work: () => Promise<number>) =>
      limits.countFailures({ 'wrong-passwords-per-account': 'a' }, WRONG, work);
    for (let i = 0; i < 3; i++) expect(await attempt(async () => i)).toBe(i);
  });

  test("returned points never exceed the window's maximum", async () => {
    const limits = limitsOf({ LIMIT_WRONG_PASSWORDS_PER_ACCOUNT: 2 });
    // A key of its own: points of earlier tests may still be on their way back, with a smaller window.
    const attempt = (work: () => Promise<string>) =>
      limits.countFailures({ 'wrong-passwords-per-account': 'b' }, WRONG, work);
    // The window ends during the work, whose points are then returned to the next window.
    await attempt(async () => {
      await afterTheWindow();
      return attempt(async () => 'in');
    });
    const left = async () => (await database.pool.query('select "left" from rate_limits')).rows;
    await expect.poll(left).toEqual([{ left: 2 }]);
  });

  test('calls that share two keys do not deadlock', async () => {
    const limits = limitsOf({});
    const both = (i: number) =>
      i % 2
        ? limits.consume({ 'orders-per-address': 'a', 'orders-per-email': 'x' })
        : limits.countFailures({ 'orders-per-email': 'x', 'orders-per-address': 'a' }, WRONG, async () => undefined);
    expect(await outcomes(Array.from({ length: 200 }, (_, i) => both(i)))).not.toContain(false);
  });

  test('expired windows are deleted', async () => {
    const limits = limitsOf({});
    await limits.consume({ 'orders-per-email': 'old' });
    await afterTheWindow();
    await limits.consume({ 'orders-per-email': 'new' });
    await limits.cleanUp();
    expect((await database.pool.query('select 1 from rate_limits')).rows).toHaveLength(1);
  });

  test('survive a fail-over: the table is logged, and its commits do not wait for disk or standby', async () => {
    const { rows } = await database.pool.query("select relpersistence from pg_class where relname = 'rate_limits'");
    expect(rows).toEqual([{ relpersistence: 'p' }]);
    const single = openDatabase(fresh.url, { max: 1, onError: () => undefined });
    const limits = createLimits({ db: single.db, rules: generousLimits({ LIMIT_WRONG_PASSWORDS_PER_ACCOUNT: 5 }) });
    const setting = async () => (await single.pool.query('show synchronous_commit')).rows;
    await single.pool.query('set synchronous_commit = on');
    await single.pool.query('begin');
    await limits.consume({ 'texts-per-day': 'all' });
    expect(await setting()).toEqual([{ synchronous_commit: 'off' }]);
    await single.pool.query('rollback');
    expect(await setting()).toEqual([{ synchronous_commit: 'on' }]);
    // Points that come back do not wait either.
    await single.pool.query('begin');
    await limits.countFailures({ 'texts-per-day': 'all' }, WRONG, () =>
      single.pool.query('set synchronous_commit = on'),
    );
    await expect.poll(setting).toEqual([{ synchronous_commit: 'off' }]);
    await single.pool.query('rollback');
    await single.close();
  });
});
