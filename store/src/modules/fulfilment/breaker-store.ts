import { and, eq, ne, or, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import { circuitBreakers } from './schema.ts';

/** The circuit breaker of a wholesaler. One without a row is closed. */
export type Breaker = typeof circuitBreakers.$inferSelect;

const isOf = (wholesaler: string) => eq(circuitBreakers.wholesaler, wholesaler);

/** The breakers that have a row: a wholesaler without one never failed. */
export const listBreakers = (db: Queryable): Promise<Breaker[]> =>
  db.select().from(circuitBreakers).orderBy(circuitBreakers.wholesaler);

/**
 * Counts a failure. The breaker opens at the `limit`th in a row, and at the first one of a half-open one, whose next probe
 * waits longer. Returns it as it is then.
 */
export async function countFailure(
  db: Queryable,
  wholesaler: string,
  { fault, limit }: { fault: string; limit: number },
): Promise<Breaker> {
  const { state, failures, openedAt, probes } = circuitBreakers;
  const opens = sql`(${state} <> 'closed' or ${failures} + 1 >= ${limit})`;
  const [row] = await db
    .insert(circuitBreakers)
    .values({
      wholesaler,
      state: limit <= 1 ? 'open' : 'closed',
      failures: 1,
      lastFault: fault,
      openedAt: limit <= 1 ? sql`clock_timestamp()` : null,
    })
    .onConflictDoUpdate({
      target: circuitBreakers.wholesaler,
      set: {
        state: sql`case when ${opens} then 'open' else 'closed' end`,
        failures: sql`${failures} + 1`,
        lastFault: fault,
        openedAt: sql`case when ${opens} then coalesce(${openedAt}, clock_timestamp()) end`,
        probes: sql`${probes} + (${state} = 'half_open')::int`,
        trialId: null,
        trialUntil: null,
        updatedAt: sql`clock_timestamp()`,
      },
    })
    .returning();
  return row!;
}

/** Closes the breaker after a delivery. True when it was not closed. */
export async function closeBreaker(db: Queryable, wholesaler: string): Promise<boolean> {
  const before = await db
    .select({ state: circuitBreakers.state })
    .from(circuitBreakers)
    .where(and(isOf(wholesaler), or(ne(circuitBreakers.state, 'closed'), ne(circuitBreakers.failures, 0))));
  if (before.length === 0) return false;
  await db
    .update(circuitBreakers)
    .set({
      state: 'closed',
      failures: 0,
      openedAt: null,
      probes: 0,
      trialId: null,
      trialUntil: null,
      updatedAt: sql`clock_timestamp()`,
    })
    .where(isOf(wholesaler));
  return before[0]!.state !== 'closed';
}

/** Stores the result of a probe of an open breaker. Returns it as it is then; null when it was not open. */
export async function storeProbe(
  db: Queryable,
  wholesaler: string,
  { succeeded }: { succeeded: boolean },
): Promise<Breaker | null> {
  const [row] = await db
    .update(circuitBreakers)
    .set({
      ...(succeeded ? { state: 'half_open' } : { probes: sql`${circuitBreakers.probes} + 1` }),
      updatedAt: sql`clock_timestamp()`,
    })
    .where(and(isOf(wholesaler), eq(circuitBreakers.state, 'open')))
    .returning();
  return row ?? null;
}

/** Half-open: lets one order through at a time, for so many seconds. True for the one. */
export async function takeTrial(db: Queryable, wholesaler: string, rowId: string, seconds: number): Promise<boolean> {
  const taken = await db
    .update(circuitBreakers)
    .set({ trialId: rowId, trialUntil: sql`clock_timestamp() + make_interval(secs => ${seconds})` })
    .where(
      and(
        isOf(wholesaler),
        eq(circuitBreakers.state, 'half_open'),
        sql`(${circuitBreakers.trialId} is null or ${circuitBreakers.trialId} = ${rowId} or ${circuitBreakers.trialUntil} < clock_timestamp())`,
      ),
    )
    .returning({ wholesaler: circuitBreakers.wholesaler });
  return taken.length > 0;
}
