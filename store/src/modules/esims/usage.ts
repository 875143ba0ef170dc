import type { Clock } from '../../db/clock.ts';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import { keptMs } from '../../shared/retention.ts';
import type { Usage } from '../fulfilment/wholesaler.ts';
import { isDue, isReading, type Reason, startedBefore } from './asking.ts';
import { type Doubt, judgeReport } from './belief.ts';
import { paceOf, type Pace, type Reading } from './pace.ts';
import * as readings from './readings-store.ts';
import { standingOf } from './standing.ts';
import * as store from './store.ts';
import { latestEndOf, type ProfileState, profileStateAfter } from './validity.ts';
import { nextWatch } from './watch.ts';

export type UsagePorts = {
  db: Db;
  clock: Clock;
  /** The least time between two answers about one eSIM. */
  usageMaxAgeMinutes: number;
  /** How old the figures of a wholesaler may be when it answers, in minutes; null: it does not say. */
  reportsEveryMinutes: (wholesaler: string) => number | null;
};

/** `isNewDoubt`: the first report since a believable one that is not believed. */
export type ReportedUsage = { kind: 'applied' } | { kind: 'doubted'; doubt: Doubt; isNewDoubt: boolean };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The chart of a plan starts so many days ago at the most. */
const HISTORY_DAYS = 60;
/** A read of many that a process has taken is repeated after this time when it brought nothing. */
const TAKEN_MINUTES = 60;
/** A wholesaler whose figures are old is asked three times in that time: the state of a profile is newer. */
const ASKED_PER_REPORT = 3;

/** When a new eSIM is first read in the background. */
export const firstWatch = (issuedAt: Date): Date => new Date(issuedAt.getTime() + DAY_MS);

/** The stored readings: needs no key. */
export const createReadingBook = ({ db, clock }: Pick<UsagePorts, 'db' | 'clock'>) => ({
  /** All stored readings of these eSIMs, oldest first. */
  readingsOf: (esims: readonly Pick<store.EsimRow, 'id'>[]) =>
    readings.listReadings(
      db,
      esims.map(({ id }) => id),
    ),
  /** What was left at the newest reading of each UTC day of the plan in use, by the id of the eSIM. */
  historiesOf: (esims: readonly store.EsimRow[]) => historiesOf(db, esims, clock.now()),
  paceOf: (esim: store.EsimRow, history: readonly Reading[]) => paceNow(esim, history, clock.now()),
  /** Deletes the readings of the eSIMs of these orders. */
  forgetReadings: (tx: Tx, orderIds: readonly string[]) => readings.deleteReadingsOf(tx, orderIds),
});

/** When a wholesaler is asked about an eSIM, and what becomes of its answer. */
export function createUsage(ports: UsagePorts) {
  const { db, clock } = ports;
  const intervalMs = ports.usageMaxAgeMinutes * MINUTE_MS;
  /** True when the wholesaler may be asked now. It is never asked about plans that are over. */
  const mayRead = (esim: store.EsimRow, now = clock.now()) => isLive(esim, now) && isDue(esim, intervalMs, now);
  return {
    /** False when the wholesaler is not asked any more: its plans are over, or it was not installed in time. */
    isLive: (esim: store.EsimRow, now = clock.now()) => isLive(esim, now),
    mayRead,
    /** True while newer figures are due or being read: a page that shows them looks again later. */
    isUsageDue: (esim: store.EsimRow, now = clock.now()) => isReading(esim, now) || mayRead(esim, now),
    /**
     * Compare-and-set: claims a read for one process per eSIM and interval; for news, a shorter one. The time of the claim,
     * or null.
     */
    async claimRefresh(esim: store.EsimRow, reason: Reason = 'age'): Promise<Date | null> {
      const at = clock.now();
      if (!isLive(esim, at)) return null;
      const olderThan = startedBefore(esim, intervalMs, at, reason);
      return (await store.claimRefresh(db, esim.id, { at, olderThan })) ? at : null;
    },
    /** How long it takes until a claim for this reason succeeds. */
    secondsUntilRead: (esim: store.EsimRow, reason: Reason): number =>
      Math.max(
        0,
        ((esim.refreshedAt?.getTime() ?? 0) - startedBefore(esim, intervalMs, clock.now(), reason).getTime()) / 1000,
      ),
    lock: (tx: Tx, id: string) => store.lockEsim(tx, id),
    applyUsage: (tx: Queryable, esim: store.EsimRow, usage: Usage) => applyUsage(ports, tx, esim, usage),
    /** A read of a wholesaler that can't be asked: what is known stays. */
    noteUnasked: (id: string) => readings.noteSilentAnswer(db, id, clock.now()),
    /** A read that was started at `since` and brought no answer. */
    noteFailure: (id: string, since: Date) => readings.noteFailure(db, id, { at: clock.now(), since }),

    /** Takes at most so many eSIMs of a wholesaler whose background read is due. */
    takeWatched(wholesaler: string, limit: number): Promise<string[]> {
      const now = clock.now();
      const nextAt = new Date(now.getTime() + TAKEN_MINUTES * MINUTE_MS);
      return readings.takeWatched(db, { wholesaler, now, nextAt, limit });
    },
    /** Ends the background reads of an eSIM whose plans are over; one that its buyer may not see now is looked at in a day. */
    unwatch: (esim: store.EsimRow) => {
      const now = clock.now();
      return readings.setWatch(db, esim.id, isLive(esim, now) ? new Date(now.getTime() + DAY_MS) : null);
    },
    /** Deletes old readings. */
    cleanUp: () => readings.deleteReadings(db, new Date(clock.now().getTime() - keptMs('readings'))),
    /** Queries for the metrics; each runs on the connection that it gets. */
    standing: { overdue: readings.overdueWatches },
  };
}

/**
 * Stores the usage that the wholesaler reports, and a reading of it. A plan with used data implies an installed profile;
 * "unknown" changes nothing. Nor does a report that can't be true: what was believed last stays, with its time. Such is
 * "recycled" before the plans have ended: the wholesaler gave the ICCID to another order by mistake, and reports about
 * that one. The profile stays its buyer's, or the other order would get it too.
 */
async function applyUsage(ports: UsagePorts, tx: Queryable, esim: store.EsimRow, usage: Usage): Promise<ReportedUsage> {
  const { status, profileState: reported } = usage;
  const now = ports.clock.now();
  if (status === 'unknown') {
    await readings.noteSilentAnswer(tx, esim.id, now);
    return { kind: 'applied' };
  }
  const judged = judgeReport(esim.plans, { ...usage, status }, now);
  if ('doubt' in judged)
    return { kind: 'doubted', doubt: judged.doubt, isNewDoubt: await readings.noteDoubt(tx, esim.id, now) };
  // A plan in use means a profile on a phone, unless the wholesaler has released it for another one since.
  const isOffPhone = esim.releasedAgainAt !== null && (reported === 'released' || reported === 'downloaded');
  const profileState =
    status === 'recycled'
      ? 'deleted'
      : profileStateAfter(esim.profileState, status === 'not-active' || isOffPhone ? reported : 'enabled');
  const changed = { ...esim, profileState, reportedState: reported, plans: judged.plans, usageAt: now };
  await store.updateStanding(tx, esim.id, changed, now);
  const { dataMb, remainingMb, planState } = standingOf(changed, now);
  const shown = { remainingMb, totalMb: dataMb, profileState: shownStateOf(changed), planState };
  await readings.insertReading(tx, { esimId: esim.id, readAt: now, ...shown });
  await readings.noteAnswer(tx, esim.id, {
    at: now,
    reportedState: reported,
    watchAt: await watchAfter(ports, tx, changed, now),
  });
  return { kind: 'applied' };
}

const isLive = (esim: store.EsimRow, now: Date) =>
  standingOf(esim, now).active && esim.plans.some((plan) => latestEndOf(plan) > now);

/** Where the profile is: as last reported, else as far as it is known to have come. */
export const shownStateOf = ({
  profileState,
  reportedState,
}: Pick<store.EsimRow, 'profileState' | 'reportedState'>): ProfileState =>
  profileState === 'deleted' ? 'deleted' : (reportedState ?? profileState);

async function watchAfter(
  { usageMaxAgeMinutes, reportsEveryMinutes }: UsagePorts,
  tx: Queryable,
  esim: store.EsimRow,
  now: Date,
): Promise<Date | null> {
  const standing = standingOf(esim, now);
  const history = (await historiesOf(tx, [esim], now)).get(esim.id) ?? [];
  const every = (reportsEveryMinutes(esim.wholesaler) ?? 0) / ASKED_PER_REPORT;
  return nextWatch(
    { ...standing, unlimited: standing.current.unlimited !== null, pace: paceNow(esim, history, now) },
    { now, leastMinutes: Math.max(usageMaxAgeMinutes, every) },
  );
}

async function historiesOf(db: Queryable, esims: readonly store.EsimRow[], now: Date): Promise<Map<string, Reading[]>> {
  const earliest = new Date(now.getTime() - HISTORY_DAYS * DAY_MS);
  const wanted = esims.flatMap((esim) => {
    const { current } = standingOf(esim, now);
    if (current.unlimited !== null || esim.usageAt === null || current.state === 'not_active') return [];
    const since = current.startedAt ?? current.issuedAt;
    return [{ id: esim.id, since: since > earliest ? since : earliest }];
  });
  const rows = await readings.listDaily(db, wanted, now);
  return Map.groupBy(rows, ({ esimId }) => esimId);
}

/** The forecast of the plan in use, if it has an amount of data. */
function paceNow(esim: store.EsimRow, history: readonly Reading[], now: Date): Pace | null {
  const { current, planState, active } = standingOf(esim, now);
  return active && planState === 'active' && current.unlimited === null ? paceOf(current, history, now) : null;
}
