import type { Db, Queryable, Tx } from '../../db/database.ts';
import * as store from './desk-store.ts';
import {
  CatalogueError,
  change,
  type Changed,
  idsOf,
  keyOf,
  namedBy,
  type PackageOf,
  planNamed,
  slipOf,
} from './desk-change.ts';
import { lastLists } from './package-store.ts';
import { acceptCosts, judgePlans, listSources, planOfPackage, replaceSources, setFirstSource } from './source-store.ts';
import { breaksPromise, faultWords } from './source-faults.ts';
import { findPackage } from './store.ts';

/** The package of a plan's first source. `wholesaler`: default: that of the source before. */
export type GivenSource = { packageId: string; wholesaler?: string | undefined };

export type PlanSource = Awaited<ReturnType<typeof listSources>>[number];

/** The sources of a plan, or of all plans of an offer, in order of preference. */
export async function sourcesOf(db: Db, what: string) {
  const plans = await store.findPlans(db, await namedBy(db, what));
  const sources = await listSources(db, idsOf(plans));
  return plans.map((plan) => ({ plan, sources: sources.filter(({ planId }) => planId === plan.id) }));
}

/** A plan with its sources in order. Throws `CatalogueError` for an unknown plan. */
export const sourcesOfPlan = async (from: Queryable, id: string) => ({
  plan: await planNamed(from, id),
  sources: await listSources(from, [id]),
});

/** Changes the package from which a plan is delivered first. Refuses one that the last list of its wholesaler lacks. */
export const setPackage = (tx: Tx, id: string, given: GivenSource, by: string): Promise<Changed> =>
  change(tx, { action: 'package', by }, async () => {
    const { wholesaler: before } = await planNamed(tx, id);
    const source = { packageId: given.packageId, wholesaler: given.wholesaler ?? before };
    if (given.wholesaler !== undefined) await assertRead(tx, given.wholesaler);
    const [first, ...others] = await listSources(tx, [id]);
    if (others.some((other) => keyOf(other) === keyOf(source)))
      throw new CatalogueError(
        `${id} has ${keyOf(source)} as a source already: "catalogue source order" makes it the first.`,
      );
    if (first === undefined || keyOf(first) !== keyOf(source)) await assertFree(tx, id, source);
    await setFirstSource(tx, id, source);
    await acceptCosts(tx, [id]);
    const plans = await judged(tx, id);
    if (plans[0]?.sourceFault === 'missing-package') throw await unknownPackage(tx, source);
    return { plans };
  });

/** Adds a package as the last source of a plan. Refuses one that does not keep what the plan promises. */
export const addSource = (tx: Tx, id: string, source: PackageOf, by: string): Promise<Changed> =>
  change(tx, { action: 'sources', by }, async () => {
    await planNamed(tx, id);
    await assertRead(tx, source.wholesaler);
    if ((await findPackage(tx, source)) === null) throw await unknownPackage(tx, source);
    const sources = await listSources(tx, [id]);
    if (sources.some((each) => keyOf(each) === keyOf(source)))
      throw new CatalogueError(`${id} has ${keyOf(source)} as a source already.`);
    await assertFree(tx, id, source);
    await replaceSources(tx, id, [...sources, source]);
    const plans = await judged(tx, id);
    const added = (await listSources(tx, [id])).at(-1)!;
    if (breaksPromise(added.fault))
      throw new CatalogueError(`${keyOf(source)} can't be a source of ${id}: ${faultWords(added.fault)}.`);
    return { plans };
  });

/** Puts these sources of a plan first, in this order; the others follow as before. */
export const orderSources = (tx: Tx, id: string, wanted: readonly PackageOf[], by: string): Promise<Changed> =>
  change(tx, { action: 'sources', by }, async () => {
    await planNamed(tx, id);
    const sources = await listSources(tx, [id]);
    const first = [...new Set(wanted.map((each) => sourceNamed(id, sources, each)))];
    const ordered = [...first, ...sources.filter((each) => !first.includes(each))];
    if (ordered.every((each, at) => each === sources[at])) return { plans: [] };
    await replaceSources(tx, id, ordered);
    return { plans: await judged(tx, id) };
  });

/** Removes a source of a plan, not the last one. Open orders keep the source from which they are delivered. */
export const removeSource = (tx: Tx, id: string, source: PackageOf, by: string): Promise<Changed> =>
  change(tx, { action: 'sources', by }, async () => {
    await planNamed(tx, id);
    const sources = await listSources(tx, [id]);
    const removed = sourceNamed(id, sources, source);
    if (sources.length === 1)
      throw new CatalogueError(
        `${id} has no other source. "catalogue hide" takes it off sale, "catalogue package" gives it another package.`,
      );
    await replaceSources(
      tx,
      id,
      sources.filter((each) => each !== removed),
    );
    return { plans: await judged(tx, id) };
  });

/** Judges all plans again, and returns this one. */
async function judged(tx: Tx, id: string): Promise<store.DeskPlan[]> {
  await judgePlans(tx);
  return store.findPlans(tx, [id]);
}

function sourceNamed(planId: string, sources: readonly PlanSource[], named: PackageOf): PlanSource {
  const found = sources.find((each) => keyOf(each) === keyOf(named));
  if (found) return found;
  throw new CatalogueError(
    `${keyOf(named)} is no source of ${planId}. Its sources are: ${sources.map(keyOf).join(', ')}.`,
  );
}

async function assertRead(from: Queryable, wholesaler: string): Promise<void> {
  if (!(await lastLists(from)).some((list) => list.wholesaler === wholesaler))
    throw new CatalogueError(`The store never read packages of a wholesaler "${wholesaler}".`);
}

async function assertFree(from: Queryable, planId: string, source: PackageOf): Promise<void> {
  const other = await planOfPackage(from, source);
  if (other !== null && other !== planId)
    throw new CatalogueError(`Another plan is delivered from "${source.packageId}": ${other}.`);
}

async function unknownPackage(from: Queryable, { packageId }: PackageOf): Promise<CatalogueError> {
  const slip = slipOf(packageId, (await store.listNames(from)).packages);
  return new CatalogueError(
    `The wholesaler lists no package "${packageId}".${slip} "catalogue diff" lists those that no plan sells.`,
  );
}
