import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/database.ts';
import { adoptPlans, isAdopted } from './adoption.ts';
import { esimPlans, esims } from './schema.ts';
import { summaryOf, type Plans } from './standing.ts';

export type EsimPlan = typeof esimPlans.$inferSelect;
type ProfileRow = typeof esims.$inferSelect;

/** Columns that only 1.0.0 reads (docs/old-columns.md). */
type OldColumn = 'lineId' | 'planState' | 'dataMb' | 'remainingMb' | 'days' | 'expiresAt';

/** An eSIM: its profile with its plans. */
export type EsimRow = Omit<ProfileRow, OldColumn> & { plans: Plans<EsimPlan> };

/** The old columns of an eSIM with these plans. Those of one plan equal it (`adoption.ts`). */
function oldColumnsOf(plans: Plans<EsimPlan>, now: Date): Pick<ProfileRow, OldColumn> {
  const { current, dataMb, remainingMb } = summaryOf(plans, now);
  const { state: planState, days, expiresAt } = current;
  return { lineId: plans[0].lineId, planState, dataMb, remainingMb, days, expiresAt };
}

/** False when the line already has an eSIM, or when an active profile has this ICCID: the unique indexes decide. */
export async function insertEsim(db: Queryable, { plans, ...profile }: EsimRow): Promise<boolean> {
  const row = { ...profile, ...oldColumnsOf(plans, profile.issuedAt) };
  const inserted = await db.insert(esims).values(row).onConflictDoNothing().returning({ id: esims.id });
  if (inserted.length === 0) return false;
  await db.insert(esimPlans).values([...plans]);
  return true;
}

/** Adds a plan to an eSIM that the caller has locked. Its usage is read soon. */
export async function insertPlan(db: Queryable, { id, plans }: EsimRow, plan: EsimPlan, now: Date): Promise<void> {
  await db.insert(esimPlans).values(plan);
  // A process of 1.0.0 shows the line of its first plan.
  const { lineId: _, ...shown } = oldColumnsOf([...plans, plan], now);
  await db
    .update(esims)
    .set({ ...shown, watchAt: now })
    .where(eq(esims.id, id));
}

/** An order has so few lines that 1.0.0 can't write new eSIMs of it between more reads than these. */
const MAX_READS = 20;

/** Reads eSIMs with their plans, oldest first. Rows that a process of 1.0.0 wrote are adopted first. */
async function read(db: Queryable, where: SQL): Promise<EsimRow[]> {
  let found = await readOnce(db, where);
  let strange = found.filter((each) => !isAdopted(each));
  for (let reads = 1; strange.length > 0 && reads < MAX_READS; reads++) {
    await adoptPlans(
      db,
      strange.map(({ profile }) => profile.id),
    );
    found = await readOnce(db, where);
    // 1.0.0 may have written another one meanwhile: the next line of the order.
    strange = found.filter(({ plans }) => plans.length === 0);
  }
  return found.map(({ profile, plans: [first, ...others] }) => {
    if (!first) throw new Error(`eSIM ${profile.id} has no plan`);
    const {
      lineId: _line,
      planState: _state,
      dataMb: _data,
      remainingMb: _left,
      days: _days,
      expiresAt: _end,
      ...kept
    } = profile;
    return { ...kept, plans: [first, ...others] };
  });
}

async function readOnce(db: Queryable, where: SQL): Promise<{ profile: ProfileRow; plans: EsimPlan[] }[]> {
  const rows = await db
    .select({ profile: esims, plan: esimPlans })
    .from(esims)
    .leftJoin(esimPlans, eq(esimPlans.esimId, esims.id))
    .where(where)
    .orderBy(asc(esims.id), asc(esimPlans.position));
  return [...Map.groupBy(rows, ({ profile }) => profile.id).values()].map((each) => ({
    profile: each[0]!.profile,
    plans: each.flatMap(({ plan }) => plan ?? []),
  }));
}

export async function findEsim(db: Queryable, id: string): Promise<EsimRow | null> {
  return (await read(db, eq(esims.id, id)))[0] ?? null;
}

/** Reads an eSIM and locks it until the transaction ends: what changes it meanwhile waits. */
export async function lockEsim(tx: Tx, id: string): Promise<EsimRow | null> {
  await tx.select({ id: esims.id }).from(esims).where(eq(esims.id, id)).for('update');
  return findEsim(tx, id);
}

/** Reads the table: only profiles that have not ended are in the index. For operators alone. */
export const findByIccid = (db: Queryable, iccidHash: string): Promise<EsimRow[]> =>
  read(db, eq(esims.iccidHash, iccidHash));

/** The profile with this ICCID that has not ended. */
export async function findCurrent(db: Queryable, iccidHash: string): Promise<EsimRow | null> {
  const isCurrent = and(eq(esims.iccidHash, iccidHash), ne(esims.profileState, 'deleted'))!;
  return (await read(db, isCurrent))[0] ?? null;
}

/** The eSIMs of which an order bought the profile or a plan. */
export async function listByOrders(db: Queryable, orderIds: readonly string[]): Promise<EsimRow[]> {
  if (orderIds.length === 0) return [];
  const ids = [...orderIds];
  const withPlan = db.select({ id: esimPlans.esimId }).from(esimPlans).where(inArray(esimPlans.orderId, ids));
  const withProfile = db.select({ id: esims.id }).from(esims).where(inArray(esims.orderId, ids));
  return read(db, inArray(esims.id, withPlan.union(withProfile)));
}

/** A plan in use that ends at a known time. */
export type EndingPlan = { id: string; esimId: string; expiresAt: Date };

/** Plans in use that end between two times, the first to end first, in pages: `after` is the last one of the page before. */
export async function listEnding(
  db: Queryable,
  { after, until, limit }: { after: { expiresAt: Date; id: string }; until: Date; limit: number },
): Promise<EndingPlan[]> {
  const rows = await db
    .select({ id: esimPlans.id, esimId: esimPlans.esimId, expiresAt: esimPlans.expiresAt })
    .from(esimPlans)
    .where(
      and(
        sql`${esimPlans.state} = 'active'`,
        or(
          gt(esimPlans.expiresAt, after.expiresAt),
          and(eq(esimPlans.expiresAt, after.expiresAt), gt(esimPlans.id, after.id)),
        ),
        lte(esimPlans.expiresAt, until),
      ),
    )
    .orderBy(asc(esimPlans.expiresAt), asc(esimPlans.id))
    .limit(limit);
  return rows.map(({ expiresAt, ...plan }) => ({ ...plan, expiresAt: expiresAt! }));
}

/**
 * Compare-and-set: claims the usage refresh for one process per eSIM and interval. Ended profiles are never refreshed.
 */
export async function claimRefresh(
  db: Queryable,
  id: string,
  { at, olderThan }: { at: Date; olderThan: Date },
): Promise<boolean> {
  const claimed = await db
    .update(esims)
    .set({ refreshedAt: at })
    .where(
      and(
        eq(esims.id, id),
        ne(esims.profileState, 'deleted'),
        isNull(esims.endedAt),
        or(isNull(esims.refreshedAt), lt(esims.refreshedAt, olderThan)),
      ),
    )
    .returning({ id: esims.id });
  return claimed.length > 0;
}

/** Ends an eSIM that another one replaces; false when it has ended before. */
export async function endEsim(db: Queryable, id: string): Promise<boolean> {
  const ended = await db
    .update(esims)
    .set({ endedAt: sql`clock_timestamp()` })
    .where(and(eq(esims.id, id), isNull(esims.endedAt)))
    .returning({ id: esims.id });
  return ended.length > 0;
}

/** The only step back of a profile: its wholesaler has released it again. False when it has ended. */
export async function releaseAgain(db: Queryable, id: string): Promise<boolean> {
  const released = await db
    .update(esims)
    .set({ profileState: 'released', releasedAgainAt: sql`clock_timestamp()` })
    .where(and(eq(esims.id, id), isNull(esims.endedAt), ne(esims.profileState, 'deleted')))
    .returning({ id: esims.id });
  return released.length > 0;
}

/**
 * Stores the states of a profile and its plans in one statement. The profile stays where it is when it was released again
 * since its row was read: the report is older. An ended profile never changes: later readings of its
 * ICCID may be about another holder.
 */
export async function updateStanding(
  db: Queryable,
  id: string,
  {
    profileState,
    usageAt,
    plans,
    releasedAgainAt,
  }: Pick<EsimRow, 'profileState' | 'usageAt' | 'plans' | 'releasedAgainAt'>,
  now: Date,
): Promise<void> {
  const { planState, dataMb, remainingMb, days, expiresAt } = oldColumnsOf(plans, now);
  const changed = plans.map((plan) => ({
    id: plan.id,
    state: plan.state,
    remaining_mb: plan.remainingMb,
    started_at: plan.startedAt,
    expires_at: plan.expiresAt,
  }));
  await db.execute(sql`
    with profile as (
      update esims
      set profile_state = case
            when date_trunc('milliseconds', released_again_at) is distinct from ${releasedAgainAt?.toISOString() ?? null}::timestamptz
              then profile_state else ${profileState} end,
          usage_at = ${usageAt?.toISOString() ?? null}::timestamptz,
          plan_state = ${planState}, data_mb = ${dataMb}, remaining_mb = ${remainingMb}, days = ${days},
          expires_at = ${expiresAt?.toISOString() ?? null}::timestamptz
      where id = ${id} and profile_state <> 'deleted'
      returning id
    )
    update esim_plans p
    set state = c.state, remaining_mb = c.remaining_mb, started_at = c.started_at, expires_at = c.expires_at
    from profile, jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as c(id uuid, state text, remaining_mb int, started_at timestamptz, expires_at timestamptz)
    where p.esim_id = profile.id and p.id = c.id`);
}

export async function setName(db: Queryable, id: string, name: string | null): Promise<void> {
  await db.update(esims).set({ name }).where(eq(esims.id, id));
}

export async function forgetNames(db: Queryable, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await db
    .update(esims)
    .set({ name: null })
    .where(inArray(esims.orderId, [...orderIds]));
}
