import { sql } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import type { TaskName } from './tasks.ts';

/**
 * Makes waiting jobs due that would start later than their task ever means to, in seconds from the database's time: a
 * clock was wrong when they were queued. A failed job waits longer by the queue's own back-off. Returns how many.
 */
export async function pullBackJobs(db: Queryable, farthest: Partial<Record<TaskName, number>>): Promise<number> {
  let pulled = 0;
  for (const [task, seconds] of Object.entries(farthest)) {
    const { rowCount } = await db.execute(sql`
      update graphile_worker._private_jobs as job set run_at = now()
      from graphile_worker._private_tasks as task
      where task.id = job.task_id and task.identifier = ${task} and job.locked_at is null
        and job.run_at > now() + make_interval(secs => ${seconds} + exp(least(job.attempts, 10)))`);
    pulled += rowCount ?? 0;
  }
  return pulled;
}
