import { and, asc, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../db/database.ts';
import type { Currency } from '../../shared/money.ts';
import { planSources, plans, wholesalePackages } from './schema.ts';
import { forgetPromises, keepPromises } from './promise-store.ts';
import { faultOf, FIRST, JUDGED } from './source-rules.ts';
import { writeStatements } from './statement-store.ts';

/** The condition of a join: the first source of the plan. */
export const isFirstSource = and(eq(planSources.planId, plans.id), eq(planSources.position, FIRST));

/** The condition of a join: the package of the source, as last read. */
export const isPackageOfSource = and(
  eq(wholesalePackages.wholesaler, planSources.wholesaler),
  eq(wholesalePackages.id, planSources.packageId),
);

/** Rows per statement. */
const AT_ONCE = 1_000;

/** 1.0.0 knew one currency: its net prices are in that of the plan. */
const NET_CURRENCY_OF_100 = sql`case when p.priced_at_net_cents is not null then p.currency end`;

/**
 * Gives a source to every plan that version 1.0.0 made, and follows its changes of the package of a plan: it writes only
 * `plans.package_id` (docs/old-columns.md). The database names the wholesaler. Safe to repeat.
 */
export async function adoptSources(db: Pick<Queryable, 'execute'>): Promise<void> {
  await db.execute(sql`
    insert into plan_sources (plan_id, position, package_id, fault, priced_at_net_cents, priced_at_net_currency, created_at)
    select p.id, ${FIRST}::int, p.package_id, coalesce(p.fault, 'never-checked'), p.priced_at_net_cents, ${NET_CURRENCY_OF_100}, now()
    from plans p where not exists (select from plan_sources s where s.plan_id = p.id)
    on conflict do nothing`);
  const { rows } = await db.execute<{ id: string }>(sql`
    update plan_sources s set package_id = p.package_id, priced_at_net_cents = p.priced_at_net_cents,
      priced_at_net_currency = ${NET_CURRENCY_OF_100}
    from plans p
    where s.plan_id = p.id and s.position = ${FIRST} and s.package_id <> p.package_id and not exists (
      select from plan_sources other where other.wholesaler = s.wholesaler and other.package_id = p.package_id)
    returning s.plan_id as id`);
  await forgetPromises(
    db,
    rows.map(({ id }) => id),
  );
}

/**
 * Stores for each source whether it can deliver its plan at the plan's price, and for each plan whether one of them can.
 * Data and days may exceed ours (the buyer gets more than promised). The net price must be below our price, or every sale
 * would lose money. A further source must also give what the first one states. One that does not state a hotspot denies
 * none: pages then state none. Without a stated start, the validity could start earlier. A plan for one country promises
 * that country, one for several what was promised before (`keepPromises`). Then stores what pages state
 * (`plan_statements`). `configured`: the wholesalers of this store, where the caller knows them. Returns the ids of plans
 * whose result or statement changed.
 */
export async function judgePlans(tx: Tx, configured?: readonly string[]): Promise<string[]> {
  await adoptSources(tx);
  const isOutOfReach =
    configured === undefined
      ? sql`s.fault is not distinct from 'not-configured'`
      : sql`s.wholesaler <> all(${sql.param([...configured])}::text[])`;
  await keepPromises(tx, isOutOfReach);
  await tx.execute(sql`
    with verdict as (
      select s.plan_id, s.position, ${faultOf(isOutOfReach, { withCountries: true })} as fault from ${JUDGED}
    )
    update ${planSources} set fault = verdict.fault from verdict
    where plan_sources.plan_id = verdict.plan_id and plan_sources.position = verdict.position
      and plan_sources.fault is distinct from verdict.fault`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    with verdict as (
      select p.id, case
        when count(s.plan_id) = 0 then 'no-source'
        when bool_or(s.fault is null) then null
        else (array_agg(s.fault order by s.position))[1]
      end as fault
      from plans p left join plan_sources s on s.plan_id = p.id group by p.id
    )
    update ${plans} set fault = verdict.fault from verdict
    where plans.id = verdict.id and plans.fault is distinct from verdict.fault
    returning plans.id`);
  return [...new Set([...rows.map(({ id }) => id), ...(await writeStatements(tx))])];
}

/** The first source of a plan that can deliver it at its price; without one, the first of all. */
export const chosenSource = (db: Queryable, planId: string | typeof plans.id) =>
  db
    .select({
      wholesaler: planSources.wholesaler,
      packageId: planSources.packageId,
      fault: planSources.fault,
      netCurrency: wholesalePackages.netCurrency,
    })
    .from(planSources)
    .leftJoin(wholesalePackages, isPackageOfSource)
    .where(eq(planSources.planId, planId))
    .orderBy(desc(isNull(planSources.fault)), asc(planSources.position))
    .limit(1);

export async function chooseSource(db: Queryable, planId: string) {
  const [source] = await chosenSource(db, planId);
  return source ?? null;
}

type PackageOf = { wholesaler: string; packageId: string };

const isSource = ({ wholesaler, packageId }: PackageOf) =>
  and(eq(planSources.wholesaler, wholesaler), eq(planSources.packageId, packageId));

/**
 * The sources that keep the promise of the plan and are paid in this currency: that which was sold first, then the others
 * in their order. Those whose net price is not below the price of the plan come last.
 */
export async function listDeliverable(db: Queryable, planId: string, sold: PackageOf, paidIn: Currency) {
  const { wholesaler, packageId, fault } = planSources;
  return db
    .select({ wholesaler, packageId, netCurrency: wholesalePackages.netCurrency })
    .from(planSources)
    .innerJoin(wholesalePackages, isPackageOfSource)
    .where(
      and(
        eq(planSources.planId, planId),
        or(isNull(fault), eq(fault, 'price-not-below-ours')),
        eq(wholesalePackages.netCurrency, paidIn),
      ),
    )
    .orderBy(desc(isNull(fault)), desc(sql`${isSource(sold)}`), asc(planSources.position));
}

/** The sources of these plans in order, with their packages as last read. */
export async function listSources(db: Queryable, planIds: readonly string[]) {
  if (planIds.length === 0) return [];
  return db
    .select({
      planId: planSources.planId,
      position: planSources.position,
      wholesaler: planSources.wholesaler,
      packageId: planSources.packageId,
      fault: planSources.fault,
      pricedAtNetCents: planSources.pricedAtNetCents,
      netPriceCents: wholesalePackages.netPriceCents,
      netCurrency: wholesalePackages.netCurrency,
      seenAt: wholesalePackages.seenAt,
    })
    .from(planSources)
    .leftJoin(wholesalePackages, isPackageOfSource)
    .where(sql`${planSources.planId} = any(${sql.param([...planIds])})`)
    .orderBy(asc(planSources.planId), asc(planSources.position));
}

/** Gives each new plan its first source. */
export async function insertSources(
  db: Queryable,
  rows: readonly (PackageOf &
    Pick<typeof planSources.$inferSelect, 'planId' | 'pricedAtNetCents' | 'pricedAtNetCurrency'>)[],
): Promise<void> {
  const createdAt = new Date();
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await db.insert(planSources).values(
      rows.slice(from, from + AT_ONCE).map(({ planId, wholesaler, packageId, ...priced }) => ({
        planId,
        wholesaler,
        packageId,
        pricedAtNetCents: priced.pricedAtNetCents,
        pricedAtNetCurrency: priced.pricedAtNetCurrency,
        position: FIRST,
        fault: 'never-checked',
        createdAt,
      })),
    );
}

/** Changes the first source of a plan. */
export async function setFirstSource(db: Queryable, planId: string, source: PackageOf): Promise<void> {
  await db
    .update(planSources)
    .set({ ...source, fault: 'never-checked', pricedAtNetCents: null, pricedAtNetCurrency: null })
    .where(and(eq(planSources.planId, planId), eq(planSources.position, FIRST)));
  await forgetPromises(db, [planId]);
  const { packageId } = source;
  await db.update(plans).set({ packageId, pricedAtNetCents: null }).where(eq(plans.id, planId));
}

/** Stores the current net prices as the ones on which the prices of these plans are based; null: of all without one. */
export async function acceptCosts(db: Pick<Queryable, 'execute'>, planIds: readonly string[] | null): Promise<void> {
  const isWanted =
    planIds === null ? sql`s.priced_at_net_cents is null` : sql`s.plan_id = any(${sql.param([...planIds])}::text[])`;
  await db.execute(sql`
    update plan_sources s set priced_at_net_cents = w.net_price_cents, priced_at_net_currency = w.net_currency
    from wholesale_packages w
    where w.wholesaler = s.wholesaler and w.id = s.package_id and ${isWanted}`);
  const isWantedPlan =
    planIds === null ? sql`p.priced_at_net_cents is null` : sql`p.id = any(${sql.param([...planIds])}::text[])`;
  await db.execute(sql`
    update plans p set priced_at_net_cents = s.priced_at_net_cents from plan_sources s
    where s.plan_id = p.id and s.position = ${FIRST} and ${isWantedPlan}`);
}

/** The plan that has this package as a source; null: none. */
export async function planOfPackage(db: Queryable, of: PackageOf): Promise<string | null> {
  const [row] = await db.select({ planId: planSources.planId }).from(planSources).where(isSource(of));
  return row?.planId ?? null;
}

/**
 * Gives a plan these sources in this order, of which the first one becomes that of version 1.0.0. Those that it has keep
 * what is known of them.
 */
export async function replaceSources(tx: Tx, planId: string, sources: readonly PackageOf[]): Promise<void> {
  const known = await tx.select().from(planSources).where(eq(planSources.planId, planId));
  const rows = sources.map(({ wholesaler, packageId }, position) => ({
    ...(known.find((row) => row.wholesaler === wholesaler && row.packageId === packageId) ?? {
      planId,
      wholesaler,
      packageId,
      createdAt: new Date(),
      fault: 'never-checked',
      pricedAtNetCents: null,
      pricedAtNetCurrency: null,
    }),
    position,
  }));
  await tx.delete(planSources).where(eq(planSources.planId, planId));
  await tx.insert(planSources).values(rows);
  const [first] = sources;
  const isSameFirst = known.some(
    ({ position, wholesaler, packageId }) =>
      position === FIRST && wholesaler === first?.wholesaler && packageId === first.packageId,
  );
  if (!isSameFirst) await forgetPromises(tx, [planId]);
  await acceptCosts(tx, null);
  await tx.execute(sql`
    update plans p set package_id = s.package_id, priced_at_net_cents = s.priced_at_net_cents from plan_sources s
    where s.plan_id = p.id and s.position = ${FIRST} and p.id = ${planId}`);
}

/** Adds each package as the last source of its plan, in this order. */
export async function addSources(tx: Tx, added: readonly (PackageOf & { planId: string })[]): Promise<void> {
  const next = new Map<string, number>();
  for (const { planId, position } of await listSources(tx, [...new Set(added.map(({ planId: id }) => id))]))
    next.set(planId, position + 1);
  const createdAt = new Date();
  const rows = added.map(({ planId, wholesaler, packageId }) => {
    const position = next.get(planId) ?? FIRST;
    next.set(planId, position + 1);
    return { planId, position, wholesaler, packageId, fault: 'never-checked', createdAt };
  });
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await tx.insert(planSources).values(rows.slice(from, from + AT_ONCE));
  await acceptCosts(tx, null);
}
