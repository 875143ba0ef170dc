import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { currentTraceparent } from '../shared/trace-context.ts';
import { TASKS, type TaskName, type TaskPayload } from './tasks.ts';

export type EnqueueOptions = {
  /** Earliest start: this many seconds after the database's time. Never a time of a process, whose clock may be wrong. */
  inSeconds?: number | undefined;
  /** Job key: at most one waiting job per key; queuing it again replaces that job. */
  key?: string;
  /** With a key: keep the waiting job and its time (for schedules). */
  keepWaiting?: boolean;
  /** With a key: do nothing while a job with it is running, for work that must not run concurrently. */
  unlessRunning?: boolean;
  /** Jobs of one lane run one after the other, in all processes together. */
  lane?: string;
  /** Jobs with a higher number run later than all others that are due; default 0. */
  priority?: number;
};

/**
 * Queues a background task in the caller's transaction: the job exists if and only if the transaction commits. It
 * starts within milliseconds of the commit. Failed jobs are retried after 3, 7, 20, 55 … seconds.
 */
export async function enqueue<N extends TaskName>(
  db: Queryable,
  task: N,
  payload: TaskPayload<N>,
  options: EnqueueOptions = {},
): Promise<void> {
  // With tracing enabled, the job continues the trace of its caller.
  const traceparent = currentTraceparent();
  const body = JSON.stringify({ ...TASKS[task].parse(payload), ...(traceparent && { traceparent }) });
  await db.execute(sql`
    select graphile_worker.add_job(
      ${task}::text,
      payload => ${body}::json,
      run_at => now() + make_interval(secs => ${options.inSeconds ?? null}::float8),
      job_key => ${options.key ?? null}::text,
      queue_name => ${options.lane ?? null}::text,
      priority => ${options.priority ?? null}::int,
      job_key_mode => ${options.keepWaiting ? 'preserve_run_at' : 'replace'}::text
    )
    where not (${options.unlessRunning ?? false}::boolean and exists (
      select from graphile_worker.jobs where key = ${options.key ?? null}::text and locked_by is not null
    ))`);
}
