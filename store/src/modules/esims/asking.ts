/** When a wholesaler was asked about an eSIM, and with what success. */
export type Asked = {
  refreshedAt: Date | null;
  usageAt: Date | null;
  readEndedAt: Date | null;
  failures: number;
};

const MINUTE_MS = 60_000;
/** A read of the usage that has not ended after this time is lost: its process has ended. */
const MAX_READ_MS = 15_000;
/** The pause after a failed read: it doubles with each further one. */
const FIRST_PAUSE_MS = MINUTE_MS;
const MAX_PAUSE_MS = 60 * MINUTE_MS;
/** The pause when the wholesaler says that there is news, or the traveller changed something on the phone. */
const NEWS_MS = MINUTE_MS;

/** Why a wholesaler is asked: the figures are old (`age`), or something has happened (`news`). */
export type Reason = 'age' | 'news';

/**
 * The pause between two reads of one eSIM: the interval after an answer; after failures a shorter one first, because
 * nothing was answered, up to an hour.
 */
export function pauseMs({ failures }: Pick<Asked, 'failures'>, intervalMs: number, reason: Reason = 'age'): number {
  if (reason === 'news') return Math.min(NEWS_MS, intervalMs);
  if (failures === 0) return intervalMs;
  return Math.min(MAX_PAUSE_MS, Math.min(FIRST_PAUSE_MS, intervalMs) * 2 ** Math.min(failures - 1, 16));
}

/** The latest start of the last read with which another one may start now. */
export function startedBefore(asked: Asked, intervalMs: number, now: Date, reason?: Reason): Date {
  const pause = hasEnded(asked) ? pauseMs(asked, intervalMs, reason) : Math.min(MAX_READ_MS, intervalMs);
  return new Date(now.getTime() - pause);
}

/** True when the wholesaler may be asked again. */
export const isDue = (asked: Asked, intervalMs: number, now: Date): boolean =>
  asked.refreshedAt === null || asked.refreshedAt < startedBefore(asked, intervalMs, now);

/** True while a read is in progress. */
export function isReading(asked: Asked, now: Date): boolean {
  const startedMs = asked.refreshedAt?.getTime() ?? 0;
  return !hasEnded(asked) && startedMs <= now.getTime() && startedMs > now.getTime() - MAX_READ_MS;
}

/** False while the last read is in progress, and when the process that made it ended first. */
function hasEnded({ refreshedAt, usageAt, readEndedAt }: Asked): boolean {
  const endedMs = Math.max(usageAt?.getTime() ?? 0, readEndedAt?.getTime() ?? 0);
  return refreshedAt === null || endedMs >= refreshedAt.getTime();
}
