import type { Logger } from 'pino';
import { JUMP_SECONDS } from './db/clock.ts';
import { pullBackJobs } from './queue/pull-back.ts';
import type { Services } from './services.ts';

/** A job of a line never waits beyond the line's deadline; the rest covers the time until it is queued. */
const MARGIN_SECONDS = 60;

/**
 * Compares the clocks of process and database, logs and reports jumps (docs/runbook.md, ClockJumped), and pulls
 * back what waits for a time that was never meant.
 */
export function createClockWatch(services: Services, log: Logger): () => Promise<void> {
  const { clock, config, db, fulfilment, telemetry } = services;
  const farthest = config.fulfilment.deadlineSeconds + MARGIN_SECONDS;
  let wasWrong = false;
  return async function watchClocks() {
    const reading = await clock.read();
    const { jumps, offsetSeconds, adopted } = reading;
    telemetry.clocks(reading);
    for (const jump of jumps) log.error({ clock: jump.of, seconds: jump.seconds, offsetSeconds }, 'a clock jumped');
    const isWrong = Math.abs(offsetSeconds) > JUMP_SECONDS;
    if (isWrong && !wasWrong) log.error({ offsetSeconds }, 'the clock of this machine differs from the database');
    wasWrong = isWrong;
    if (adopted) {
      log.error({ offsetSeconds }, 'the new time of the database counts from now on');
      await fulfilment.fitTimes();
    }
    const pulled = await pullBackJobs(db, { 'fulfil-line': farthest });
    if (pulled > 0) log.error({ jobs: pulled }, 'jobs of the far future run now');
  };
}
