import { and, desc, eq, exists, gt, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '../../db/database.ts';
import type { Currency } from '../../shared/money.ts';
import { lossBudgets, packageCharges, wholesaleOrders } from './schema.ts';
import { isUnchanged, type RowAsRead, type WholesaleRow } from './store.ts';

export type Budget = Pick<typeof lossBudgets.$inferSelect, 'key' | 'reservedCents' | 'lostCents'>;

/** Serialises the counts of a day: waits for the advisory lock of this transaction. */
export async function awaitCount(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('wholesale-orders-of-day', 0))`);
}

const areBudgets = (keys: readonly string[], currency: Currency) =>
  and(inArray(lossBudgets.key, [...keys]), eq(lossBudgets.currency, currency));

/** The current day in UTC, by the database's clock: `2026-11-23`. */
export async function today(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ day: string }>(sql`select (now() at time zone 'utc')::date::text as day`);
  return rows[0]!.day;
}

/** Locks a row without a call in progress, if it is still the one that the caller read; null otherwise. */
export async function lockUnsubmitted(tx: Tx, row: RowAsRead): Promise<WholesaleRow | null> {
  const [locked] = await tx.select().from(wholesaleOrders).where(isUnchanged(row)).for('update');
  return locked ?? null;
}

/** Locks the budgets with these keys in this currency, in the order of the keys, and creates those that are missing. */
export async function lockBudgets(tx: Tx, keys: readonly string[], currency: Currency): Promise<Budget[]> {
  const inOrder = keys.toSorted();
  await tx
    .insert(lossBudgets)
    .values(inOrder.map((key) => ({ key, currency })))
    .onConflictDoNothing();
  return tx.select().from(lossBudgets).where(areBudgets(keys, currency)).orderBy(lossBudgets.key).for('update');
}

/** Budgets that exist, without a lock. */
export async function readBudgets(tx: Tx, keys: readonly string[], currency: Currency): Promise<Budget[]> {
  return tx.select().from(lossBudgets).where(areBudgets(keys, currency));
}

/** Changes budgets that the caller has locked. */
export async function addToBudgets(
  tx: Tx,
  keys: readonly string[],
  currency: Currency,
  change: { reservedCents: number; lostCents: number },
): Promise<void> {
  await tx
    .update(lossBudgets)
    .set({
      reservedCents: sql`${lossBudgets.reservedCents} + ${change.reservedCents}`,
      lostCents: sql`${lossBudgets.lostCents} + ${change.lostCents}`,
      updatedAt: sql`now()`,
    })
    .where(areBudgets(keys, currency));
}

/** The rows for which the wholesaler was called on this day, in UTC, without `except`. */
export async function ordersOfDay(tx: Tx, day: string, except: Pick<WholesaleRow, 'id'>): Promise<number> {
  const from = sql`(${day}::timestamp at time zone 'utc')`;
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from ${wholesaleOrders}
    where status = any(${sql.param([...wholesaleOrders.status.enumValues])}::text[]) and updated_at >= ${from}
      and submitted_at >= ${from} and submissions > 0 and id <> ${except.id}`);
  return rows[0]!.count;
}

/** How long a charge as quoted, a turn and a call without an answer count, in seconds. */
export type TurnTimes = { confirmedSeconds: number; probeSeconds: number; callSeconds: number };
/** A package of a wholesaler. */
export type PackageOf = Pick<WholesaleRow, 'wholesaler' | 'packageId'>;
type TurnRow = Pick<WholesaleRow, 'id' | 'orderId'> & PackageOf;

const isCharge = ({ wholesaler, packageId }: PackageOf) =>
  and(eq(packageCharges.wholesaler, wholesaler), eq(packageCharges.packageId, packageId));

/** True while a call of another row shows the price of this package. */
export async function isBusy(db: Queryable, row: TurnRow, times: Omit<TurnTimes, 'probeSeconds'>) {
  return (await turnOf(db, row, times)) === 'busy';
}

/**
 * A slow call must not stop a package for all buyers: its turn ends after `probeSeconds`. The rest of its own order
 * waits until it ends, because an order of many lines would otherwise lose on each of them.
 */
async function turnOf(
  db: Queryable,
  { id, orderId, wholesaler, packageId }: TurnRow,
  { confirmedSeconds, callSeconds }: Omit<TurnTimes, 'probeSeconds'>,
  lock = sql``,
): Promise<'confirmed' | 'busy' | 'free'> {
  const { rows } = await db.execute<{ turn: 'confirmed' | 'busy' | 'free' }>(sql`
    select case
      when confirmed_at > clock_timestamp() - make_interval(secs => ${confirmedSeconds})
        and confirmed_at > coalesce(differed_at, '-infinity') then 'confirmed'
      when probe_id <> ${id} and probe_until > clock_timestamp() then 'busy'
      when exists (
        select from ${wholesaleOrders} w
        where w.order_id = ${orderId} and w.wholesaler = ${wholesaler} and w.package_id = ${packageId}
          and w.id <> ${id} and w.status = 'submitted'
          and w.submitted_at > clock_timestamp() - make_interval(secs => ${callSeconds})) then 'busy'
      else 'free' end as turn
    from ${packageCharges} where wholesaler = ${wholesaler} and package_id = ${packageId} ${lock}`);
  return rows[0]?.turn ?? 'free';
}

/** True when this call may be made now. Locks the package's row. */
export async function takeTurn(tx: Tx, row: TurnRow, times: TurnTimes): Promise<boolean> {
  const { wholesaler, packageId, id } = row;
  await tx.insert(packageCharges).values({ wholesaler, packageId }).onConflictDoNothing();
  const turn = await turnOf(tx, row, times, sql`for update`);
  if (turn !== 'free') return turn === 'confirmed';
  await tx
    .update(packageCharges)
    .set({
      probeId: id,
      probeUntil: sql`clock_timestamp() + make_interval(secs => ${times.probeSeconds})`,
      updatedAt: sql`now()`,
    })
    .where(isCharge(row));
  return true;
}

/**
 * Ends the turn of a call. `charge`: what its charge showed about the quoted price; null: there was none. A price that
 * differed makes every older reading of the package invalid.
 */
export async function endTurn(
  tx: Queryable,
  { id, submittedAt, ...row }: Pick<WholesaleRow, 'id' | 'submittedAt'> & PackageOf,
  charge: 'as-quoted' | 'differs' | null,
): Promise<void> {
  await tx
    .update(packageCharges)
    .set({
      // A charge confirms the price of the time of its call.
      ...(charge === 'as-quoted' && { confirmedAt: sql`greatest(${packageCharges.confirmedAt}, ${submittedAt})` }),
      ...(charge === 'differs' && { differedAt: sql`clock_timestamp()` }),
      probeUntil: sql`case when ${packageCharges.probeId} = ${id} then null else ${packageCharges.probeUntil} end`,
      updatedAt: sql`now()`,
    })
    .where(isCharge(row));
}

/** When a charge of this package last differed from its quoted price; null: never. */
export async function differedAt(db: Db, row: PackageOf): Promise<Date | null> {
  const [charge] = await db.select({ at: packageCharges.differedAt }).from(packageCharges).where(isCharge(row));
  return charge?.at ?? null;
}

/** The budgets of the current day, one for each currency in which something was lost or reserved. */
export async function budgetsOfToday(db: Pick<Db, 'select'>) {
  return db
    .select()
    .from(lossBudgets)
    .where(eq(lossBudgets.key, sql`'day:' || (now() at time zone 'utc')::date::text`))
    .orderBy(lossBudgets.currency);
}

/** Delivered rows since this time whose loss counted on the limit of their order, or whose price was accepted; newest first. */
export async function listLosses(db: Queryable, since: Date, limit: number): Promise<WholesaleRow[]> {
  const { orderId, netCurrency, acceptedNetCents, chargedNetCents, status, updatedAt } = wholesaleOrders;
  const counted = db
    .select({ key: lossBudgets.key })
    .from(lossBudgets)
    .where(
      and(
        eq(lossBudgets.key, sql`'order:' || ${orderId}::text`),
        eq(lossBudgets.currency, netCurrency),
        gt(lossBudgets.lostCents, 0),
      ),
    );
  return db
    .select()
    .from(wholesaleOrders)
    .where(
      and(
        eq(status, 'done'),
        gt(updatedAt, since),
        isNotNull(chargedNetCents),
        or(isNotNull(acceptedNetCents), exists(counted)),
      ),
    )
    .orderBy(desc(updatedAt))
    .limit(limit);
}

/** Ends rows that did not change since this time. */
export async function deleteOld(db: Db, before: Date): Promise<void> {
  await db.delete(lossBudgets).where(lt(lossBudgets.updatedAt, before));
  await db.delete(packageCharges).where(lt(packageCharges.updatedAt, before));
}
