import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { currentTraceparent } from '../shared/trace-context.ts';
import { TASKS, type TaskName, type TaskPayload } from './tasks.ts';

export type EnqueueOptions = {
  /** Not before this instant. */
  runAt?: Date;
  /** While a job with this key waits, asking again replaces it: one waiting job per key. */
  key?: string;
  /** With a key: keep the waiting job's time instead of replacing it (for schedules). */
  keepWaiting?: boolean;
  /** With a key: do nothing while a job with it is being worked on, for work that must not be done twice at once. */
  unlessRunning?: boolean;
};

/**
 * Asks for a background task, as part of the caller's transaction: the job exists if and only if the transaction commits.
 * It is picked up within milliseconds of the commit. Tries that throw come back after 3, 7, 20, 55 … seconds.
 */
export async function enqueue<N extends TaskName>(
  db: Queryable,
  task: N,
  payload: TaskPayload<N>,
  options: EnqueueOptions = {},
): Promise<void> {
  // With tracing on, the job names the work that asked for it.
  const traceparent = currentTraceparent();
  const body = JSON.stringify({ ...TASKS[task].parse(payload), ...(traceparent && { traceparent }) });
  await db.execute(sql`
    select graphile_worker.add_job(
      ${task}::text,
      payload => ${body}::json,
      run_at => ${options.runAt?.toISOString() ?? null}::timestamptz,
      job_key => ${options.key ?? null}::text,
      job_key_mode => ${options.keepWaiting ? 'preserve_run_at' : 'replace'}::text
    )
    where not (${options.unlessRunning ?? false}::boolean and exists (
      select from graphile_worker.jobs where key = ${options.key ?? null}::text and locked_by is not null
    ))`);
}
