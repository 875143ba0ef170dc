import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Purchase } from '../../bench/chaos/buyer.ts';
import { KILL_POINTS } from '../../bench/chaos/points.ts';
import { strike } from '../../bench/chaos/strike.ts';
import { isQuiet, isSettled, tallyUp } from '../../bench/chaos/tally.ts';
import type { ChaosWorld } from '../../bench/chaos/world.ts';
import type { TestDatabase } from '#test/support/database.ts';
import { startKillable } from '#test/support/killable.ts';
import { until } from '#test/support/wire.ts';

describe('the application killed with SIGKILL', () => {
  let world: ChaosWorld;
  let database: TestDatabase;
  const purchases: Purchase[] = [];
  beforeAll(async () => {
    ({ world, database } = await startKillable());
  });
  afterAll(async () => {
    await world.close();
    await database.drop();
  });

  test.each(KILL_POINTS)(
    '$name: the buyer gets one eSIM for each of two lines, for one payment',
    { timeout: 240_000 },
    async (point) => {
      const { purchase } = await strike(world, point);
      purchases.push(purchase);
      expect(purchase.complaints).toEqual([]);
      const esim = { lpa: expect.stringMatching(/^LPA:1\$/) };
      expect(purchase.last).toMatchObject({ status: 'fulfilled', lines: [{ esim }, { esim }] });
      await until(() => isSettled(world), { what: 'nothing is under way any more', timeout: 120_000 });
    },
  );

  test(
    'over all kill points: as many payments as orders, as many wholesale orders as lines',
    { timeout: 240_000 },
    async () => {
      await until(() => isQuiet(world), { what: 'nothing more comes from the payment vendor', timeout: 120_000 });
      const tally = await tallyUp(world, purchases);
      expect(tally.violations).toEqual([]);
      expect(tally).toMatchObject({
        orders: KILL_POINTS.length,
        paid: KILL_POINTS.length,
        payments: KILL_POINTS.length,
        delivered: KILL_POINTS.length,
        linesDelivered: 2 * KILL_POINTS.length,
        wholesaleOrders: 2 * KILL_POINTS.length,
        strays: 0,
        stuck: 0,
      });
      // When the mail server accepted the mail but its response was lost, at most this one mail is sent twice, with one
      // Message-ID. A first mail with one eSIM is sent when the other line took long.
      expect(tally.mails - tally.mailsRepeated).toBeGreaterThanOrEqual(KILL_POINTS.length);
      expect(tally.mailsRepeated).toBeLessThanOrEqual(1);
      expect(world.fell).toBe(0);
    },
  );
});
