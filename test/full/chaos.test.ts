import { describe, expect, test } from 'vitest';
import { runMoments } from '../../bench/chaos/moments.ts';
import { type FaultKind, FAULTS, VICTIMS, type Victim } from '../../bench/chaos/victims.ts';
import { judge } from '../../bench/chaos/verdict.ts';
import { RIGHTS_SETTINGS } from '../../bench/chaos/rights.ts';
import { createChaosWorld, FAULT_SETTINGS } from '../../bench/chaos/world.ts';

const MOMENTS = 100;
/** How many orders the sample with every kind of fault has. `bench/chaos/run.ts` makes 2,000. */
const ORDERS = 150;

function seedOfRun(): number {
  const seed = Number(process.env['CAIRN_TEST_SEED'] ?? Date.now() % 1_000_000);
  console.log(`CAIRN_TEST_SEED=${seed}`);
  return seed;
}

describe('100 kills of the application at random moments, every second time together with PostgreSQL', () => {
  test('leave one payment and one eSIM, or one full refund, per paid order, and no personal data in the logs', async () => {
    const world = await createChaosWorld({ RECONCILE_GRACE_SECONDS: '0' });
    try {
      const report = await runMoments(world, { moments: MOMENTS, seed: seedOfRun() });
      const { tally: counts, leaks, reconciled, violations } = await judge(world, report.purchases, report);
      console.log(counts);
      expect(violations).toEqual([]);
      expect(counts).toMatchObject({ acknowledgedLost: 0, paidTwice: 0, stuck: 0 });
      expect(counts.payments).toBe(counts.delivered + counts.refunded + counts.disputed);
      expect(counts.paid).toBeGreaterThan(MOMENTS / 4);
      expect(
        report.moments.filter(({ victim }) => victim.startsWith('application') && !victim.endsWith('frozen')),
      ).toHaveLength(MOMENTS);

      console.log(reconciled.report.join('\n'));
      // The search had something to find: there were logs, and each kind of secret was used.
      expect(leaks.logLines).toBeGreaterThan(MOMENTS * 10);
      for (const planted of Object.values(leaks.planted)) expect(planted).toBeGreaterThan(0);
    } finally {
      await world.close();
    }
  });
});

describe('every kind of fault at two wholesalers: kills, a primary that dies, freezes or goes silent, wrong clocks, price rises, restores, outages', () => {
  test('nothing is lost, double or stuck, no loss exceeds the limits, each notice is sent once, each top-up is paid once, and nothing goes back twice', async () => {
    const world = await createChaosWorld(
      { ...FAULT_SETTINGS, ...RIGHTS_SETTINGS },
      { processes: 2, relayed: true, secondWholesaler: true },
    );
    try {
      const report = await runMoments(world, {
        seed: seedOfRun(),
        use: true,
        topUps: true,
        rights: true,
        faults: { kinds: Object.keys(FAULTS) as FaultKind[], orders: ORDERS },
        buyers: 20,
        pauseMs: 4_000,
      });
      const {
        tally: counts,
        losses,
        reconciled,
        supply,
        use,
        topUps,
        rights,
        violations,
      } = await judge(world, report.purchases, report);
      console.log(counts, losses, supply, use, topUps, rights, reconciled.byHand);
      expect(violations).toEqual([]);
      expect(counts).toMatchObject({ acknowledgedLost: 0, paidTwice: 0, stuck: 0 });
      expect(counts.acknowledged).toBeGreaterThanOrEqual(ORDERS);
      // Each wholesaler has delivered, and lines went from one to the other.
      expect(supply.wholesalers.filter(({ issued }) => issued > 0)).toHaveLength(2);
      expect(supply.movedOn).toBeGreaterThan(0);
      const hit: Set<Victim> = new Set(report.moments.map(({ victim }) => victim));
      expect(VICTIMS.filter((victim) => !hit.has(victim))).toEqual([]);
    } finally {
      await world.close();
    }
  });
});
