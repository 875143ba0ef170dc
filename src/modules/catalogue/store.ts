import { eq, lte, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/database.ts';
import type { PackageFault } from './package-check.ts';
import { planChecks } from './schema.ts';

/** Outcome of one plan's check; `fault` null: it can be delivered. */
export type PlanCheck = {
  planId: string;
  packageId: string;
  fault: PackageFault | null;
  netPriceCents: number | null;
  checkedAt: Date;
};

/** The last outcome of each plan that was ever checked, also of plans no longer sold. */
export async function readPlanChecks(db: Queryable): Promise<PlanCheck[]> {
  const rows = await db.select().from(planChecks);
  return rows.map(planCheckOf);
}

/** The last outcome of one plan. */
export async function findPlanCheck(db: Queryable, planId: string): Promise<PlanCheck | null> {
  const [row] = await db.select().from(planChecks).where(eq(planChecks.planId, planId));
  return row ? planCheckOf(row) : null;
}

const planCheckOf = ({
  planId,
  packageId,
  fault,
  netPriceCents,
  checkedAt,
}: typeof planChecks.$inferSelect): PlanCheck => ({
  planId,
  packageId,
  // Only writePlanChecks fills the column.
  fault: fault as PackageFault | null,
  netPriceCents,
  checkedAt,
});

/** Keeps the outcomes of one check, in one statement. An older check that finishes late does not undo a newer one. */
export async function writePlanChecks(db: Queryable, checks: readonly PlanCheck[]): Promise<void> {
  const excluded = {
    packageId: sql`excluded.package_id`,
    available: sql`excluded.available`,
    fault: sql`excluded.fault`,
    netPriceCents: sql`excluded.net_price_cents`,
    checkedAt: sql`excluded.checked_at`,
  };
  await db
    .insert(planChecks)
    .values(checks.map((check) => ({ ...check, available: check.fault === null })))
    .onConflictDoUpdate({
      target: planChecks.planId,
      set: excluded,
      setWhere: lte(planChecks.checkedAt, excluded.checkedAt),
    });
}
