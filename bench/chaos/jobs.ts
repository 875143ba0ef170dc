import type { ChaosWorld } from './world.ts';

type Job = { task: string; key: string | null; seconds: number; attempts: number };
type Books = Pick<ChaosWorld, 'query'>;

/** No job of the application runs this long. */
const LOCKED_SECONDS = 60;
/** But this one: it looks up to 200 orders up, at the pace that the wholesalers allow (measured: 95 s). */
const LONG_JOB = { task: 'find-strays', seconds: 300 };

/** One sentence for each job that has been locked for longer than it may run: its worker forgot it. */
export async function lockedJobs(world: Books): Promise<string[]> {
  const jobs = await world.query<Job>(
    `select t.identifier as task, j.key, j.attempts, extract(epoch from now() - j.locked_at)::int as seconds
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.locked_at < now() - make_interval(secs => case when t.identifier = $2 then $3::int else $1::int end)`,
    [LOCKED_SECONDS, LONG_JOB.task, LONG_JOB.seconds],
  );
  return jobs.map((job) => `job ${job.task} (${job.key ?? 'no key'}) has been locked for ${job.seconds} s`);
}

/**
 * One sentence for each job whose time is further away than the application ever plans: it was written with a wrong
 * clock. The limits are seconds by task.
 */
export async function farJobs(world: Books, limits: Record<string, number>, otherwise: number): Promise<string[]> {
  const jobs = await world.query<Job>(
    `select t.identifier as task, j.key, j.attempts, extract(epoch from j.run_at - now())::int as seconds
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
     where j.run_at > now() + interval '1 second'`,
  );
  return (
    jobs
      // A job that failed waits longer each time.
      .filter(({ task, seconds, attempts }) => attempts === 0 && seconds > (limits[task] ?? otherwise))
      .map(({ task, key, seconds }) => `job ${task} (${key ?? 'no key'}) waits for ${seconds} s`)
  );
}
