import { eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { deleteRows } from '../../db/delete-rows.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { Standing } from '../../shared/standing.ts';
import type { Reading } from './pace.ts';
import { esimReadings, esims } from './schema.ts';

export type ReadingRow = typeof esimReadings.$inferSelect;

/** After this time a reading is stored although nothing has changed. */
const REPEATED_AFTER = sql`interval '1 hour'`;

/** Stores a reading, unless it says what the one before it said less than an hour earlier. */
export async function insertReading(db: Queryable, reading: Omit<ReadingRow, 'id'>): Promise<void> {
  const { esimId, readAt, remainingMb, totalMb, profileState, planState } = reading;
  const at = sql`${readAt.toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into esim_readings (id, esim_id, read_at, remaining_mb, total_mb, profile_state, plan_state)
    select ${uuidv7()}::uuid, ${esimId}::uuid, ${at}, ${remainingMb}::int, ${totalMb}::int, ${profileState}, ${planState}
    where not exists (
      select from (
        select * from esim_readings where esim_id = ${esimId} order by read_at desc limit 1
      ) as last
      where (remaining_mb, total_mb, profile_state, plan_state)
          = (${remainingMb}::int, ${totalMb}::int, ${profileState}, ${planState})
        and read_at > ${at} - ${REPEATED_AFTER}
    )`);
}

/** The newest reading of each UTC day since a time, for each of these eSIMs, oldest first. */
export async function listDaily(
  db: Queryable,
  wanted: readonly { id: string; since: Date }[],
  now: Date,
): Promise<(Reading & { esimId: string })[]> {
  if (wanted.length === 0) return [];
  const { rows } = await db.execute<{ esimId: string; readMs: number; remainingMb: number }>(sql`
    select wanted.id as "esimId", (extract(epoch from r.read_at) * 1000)::float8 as "readMs", r.remaining_mb as "remainingMb"
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted(id uuid, since timestamptz)
    cross join lateral generate_series(
      date_trunc('day', wanted.since at time zone 'UTC'), ${now.toISOString()}::timestamptz at time zone 'UTC', interval '1 day'
    ) as day
    cross join lateral (
      select read_at, remaining_mb from esim_readings
      where esim_id = wanted.id and read_at >= greatest(day at time zone 'UTC', wanted.since)
        and read_at < (day + interval '1 day') at time zone 'UTC'
      order by read_at desc limit 1
    ) as r
    order by 1, 2`);
  return rows.map(({ esimId, readMs, remainingMb }) => ({ esimId, remainingMb, readAt: new Date(readMs) }));
}

/** The stored readings of these eSIMs, oldest first. */
export const listReadings = (db: Queryable, esimIds: readonly string[]): Promise<ReadingRow[]> =>
  db
    .select()
    .from(esimReadings)
    .where(sql`${esimReadings.esimId} = any(${sql.param([...esimIds])}::uuid[])`)
    .orderBy(esimReadings.esimId, esimReadings.readAt);

export const deleteReadings = (db: Queryable, before: Date): Promise<void> =>
  deleteRows(db, esimReadings, lt(esimReadings.readAt, before));

/** Deletes the readings of eSIMs of which these orders bought the profile or a plan, and ends their background reads. */
export async function deleteReadingsOf(db: Queryable, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  const ids = sql`any(${sql.param([...orderIds])}::uuid[])`;
  await db.execute(sql`
    with forgotten as (
      update esims set watch_at = null
      where order_id = ${ids} or id in (select esim_id from esim_plans where order_id = ${ids})
      returning id
    )
    delete from esim_readings where esim_id in (select id from forgotten)`);
}

/** A believable answer. */
export async function noteAnswer(
  db: Queryable,
  id: string,
  { at, watchAt, reportedState }: { at: Date; watchAt: Date | null } & Pick<typeof esims.$inferSelect, 'reportedState'>,
): Promise<void> {
  await db
    .update(esims)
    .set({ readEndedAt: at, awaySince: null, failures: 0, doubtedSince: null, watchAt, reportedState })
    .where(eq(esims.id, id));
}

/** An answer without figures. */
export async function noteSilentAnswer(db: Queryable, id: string, at: Date): Promise<void> {
  await db.update(esims).set({ readEndedAt: at, awaySince: null, failures: 0 }).where(eq(esims.id, id));
}

/** An answer that is not believed. True for the first one since a believable one. */
export async function noteDoubt(db: Queryable, id: string, at: Date): Promise<boolean> {
  const { rows } = await db.execute<{ isNew: boolean }>(sql`
    update esims e
    set doubted_since = coalesce(known.doubted_since, ${at.toISOString()}::timestamptz),
        read_ended_at = ${at.toISOString()}::timestamptz, away_since = null, failures = 0
    from (select id, doubted_since from esims where id = ${id} for update) as known
    where e.id = known.id
    returning known.doubted_since is null as "isNew"`);
  return rows[0]?.isNew ?? false;
}

/** A read without an answer, which was started at `since`. */
export async function noteFailure(db: Queryable, id: string, { at, since }: { at: Date; since: Date }): Promise<void> {
  await db
    .update(esims)
    .set({
      readEndedAt: at,
      failures: sql`${esims.failures} + 1`,
      awaySince: sql`coalesce(${esims.awaySince}, ${since.toISOString()}::timestamptz)`,
    })
    .where(eq(esims.id, id));
}

/** Of the eSIM `e`: its profile has ended, or each of its plans is used up or expired. Null for one of 1.0.0, without a plan. */
const isOver = (now: SQL) => sql`(e.profile_state = 'deleted' or (
  select bool_and(p.state in ('finished', 'expired') or coalesce(p.expires_at <= ${now}, false))
  from esim_plans p where p.esim_id = e.id))`;

/** So many ended eSIMs lose the time of their next read at once. */
const MAX_ENDED = 5_000;

/**
 * Takes eSIMs of a wholesaler whose read is due, those that wait longest first, for one process: their next read is at
 * `nextAt`, unless the read changes that. Ended ones are never read again.
 */
export async function takeWatched(
  db: Queryable,
  { wholesaler, now, nextAt, limit }: { wholesaler: string; now: Date; nextAt: Date; limit: number },
): Promise<string[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const due = (rest: SQL) => sql`
    select e.id from esims e where e.wholesaler = ${wholesaler} and e.watch_at <= ${at} and ${rest}`;
  await db.execute(sql`
    update esims set watch_at = null
    where id in (${due(isOver(at))} limit ${MAX_ENDED} for update skip locked)`);
  const { rows } = await db.execute<{ id: string }>(sql`
    update esims set watch_at = ${nextAt.toISOString()}::timestamptz
    where id in (
      ${due(sql`${isOver(at)} is not true`)} order by e.watch_at limit ${limit} for update skip locked
    )
    returning id`);
  return rows.map(({ id }) => id);
}

export async function setWatch(db: Queryable, id: string, watchAt: Date | null): Promise<void> {
  await db.update(esims).set({ watchAt }).where(eq(esims.id, id));
}

/** A read is late after this time: a sweep comes every minute, and takes some of many. */
const LATE_AFTER = sql`interval '15 minutes'`;

/** By wholesaler, the eSIMs whose background read is late. */
export async function overdueWatches(db: Queryable): Promise<Standing[]> {
  const { rows } = await db.execute<Standing>(sql`
    select wholesaler as state, count(*)::int as count, extract(epoch from now() - min(watch_at))::float8 as "oldestSeconds"
    from esims where watch_at < now() - ${LATE_AFTER} group by wholesaler`);
  return rows;
}
