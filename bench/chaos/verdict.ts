import { farJobs, lockedJobs } from './jobs.ts';
import { type Losses, lossesOf } from './loss.ts';
import { type Leaks, searchLogs } from './markers.ts';
import type { MomentsReport } from './moments.ts';
import { reconcileAll, type Reconciled } from './reconcile.ts';
import { checkStrangers } from './strangers.ts';
import { type Supply, supplyOf } from './supply.ts';
import { judgeRights } from './rights.ts';
import type { RightsTally } from './rights-tally.ts';
import { judgeTopUps } from './top-ups.ts';
import type { TopUpTally } from './top-up-verdict.ts';
import { type Tally, tallyUp, untilQuiet } from './tally.ts';
import { judgeUse, type UseTally } from './use-verdict.ts';
import type { Purchase } from './buyer.ts';
import type { ChaosWorld } from './world.ts';

/** What a run proved: the counts, and every violation in one list. */
export type Verdict = {
  tally: Omit<Tally, 'violations' | 'strangers'>;
  losses: Losses;
  supply: Supply;
  reconciled: Reconciled;
  leaks: Leaks;
  /** Only of a run in which eSIMs are used. */
  use: UseTally | undefined;
  /** Only of a run in which eSIMs are topped up. */
  topUps: TopUpTally | undefined;
  /** Only of a run in which buyers give back. */
  rights: RightsTally | undefined;
  violations: string[];
};

/**
 * The application plans a comparison of the ledgers ten minutes ahead, and to read a profile that was ended when the figures
 * of its wholesaler are of after that; nothing else so far.
 */
const FAR_SECONDS = { reconcile: 660, 'return-profile': 3 * 3_600 + 60 };
const FAR_OTHERWISE_SECONDS = 300;

/** Counts, compares all ledgers, and looks for what is left behind: jobs, losses, personal data in the logs. */
export async function judge(
  world: ChaosWorld,
  purchases: readonly Purchase[],
  during: Pick<MomentsReport, 'violations' | 'use' | 'topUps' | 'rights'> = { violations: [] },
): Promise<Verdict> {
  // After a restore an operator compares the ledgers: what the vendors did since the backup is read back. A profile that
  // the second wholesaler allocates after the end of its line is found by the comparison of each day.
  if (world.gaps.length > 0 || world.esimAccess) {
    await reconcileAll(world);
    await untilQuiet(world);
  }
  const { violations, strangers, ...tally } = await tallyUp(world, purchases, during.topUps?.noticed);
  const left = [...(await lockedJobs(world)), ...(await farJobs(world, FAR_SECONDS, FAR_OTHERWISE_SECONDS))];
  const losses = await lossesOf(world);
  const supply = await supplyOf(world);
  const reconciled = await reconcileAll(world);
  const use = during.use && (await judgeUse(world, during.use));
  const topUps = during.topUps && (await judgeTopUps(world, during.topUps));
  const rights = during.rights && (await judgeRights(world, during.rights));
  const leaks = await searchLogs(world, purchases, during.rights?.trace.strangers);
  return {
    tally,
    losses,
    supply,
    reconciled,
    leaks,
    use,
    topUps,
    rights,
    violations: [
      ...during.violations,
      ...violations,
      ...left,
      ...losses.violations,
      ...supply.violations,
      ...(use?.violations ?? []),
      ...(topUps?.violations ?? []),
      ...(rights?.violations ?? []),
      ...checkStrangers(strangers, reconciled),
      ...reconciled.unrepaired.map((line) => `unrepaired: ${line.trim()}`),
      ...leaks.found.map(({ kind, line }) => `leak of ${kind}: ${line.slice(0, 600)}`),
      ...(world.fell > 0 ? [`${world.fell} processes ended by themselves`] : []),
    ],
  };
}
