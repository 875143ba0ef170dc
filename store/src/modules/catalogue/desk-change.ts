import type { Queryable, Tx } from '../../db/database.ts';
import { CodedError } from '../../shared/errors.ts';
import { didYouMean, nearestOf } from '../../shared/nearest.ts';
import * as store from './desk-store.ts';
import { type Action, awaitTurn, nextVersion, publishVersion } from './publication-store.ts';
import { adoptSources } from './source-store.ts';

/** A package of a wholesaler. */
export type PackageOf = { wholesaler: string; packageId: string };
export type Changed = { plans: store.DeskPlan[]; version: number | null };

/** How many names a refusal gives for a mistyped one. */
const MAX_NAMED = 3;

/** A change that the catalogue refuses, with its reason. */
export class CatalogueError extends CodedError<'catalogue-error'> {
  override readonly name = 'CatalogueError';

  constructor(message: string) {
    super('catalogue-error', message);
  }
}

/** Runs `act` under the lock and publishes the `plans` that it returns as one version, unless its `isShown` is false. */
export async function change<T extends { plans: store.DeskPlan[]; isShown?: boolean }>(
  tx: Tx,
  { action, by }: { action: Action; by: string },
  act: (version: number) => Promise<T>,
): Promise<T & { version: number | null }> {
  await awaitTurn(tx);
  await adoptSources(tx);
  const version = await nextVersion(tx);
  const outcome = await act(version);
  const shown = outcome.plans.length > 0 && outcome.isShown !== false;
  if (shown) await publishVersion(tx, { version, action, by, plans: outcome.plans.length });
  return { ...outcome, version: shown ? version : null };
}

/** Ids of the plan, or of all plans of the offer, with this name. Throws `CatalogueError` for an unknown one. */
export async function namedBy(from: Queryable, what: string): Promise<string[]> {
  const ids = await store.findIds(from, what);
  if (ids.length > 0) return ids;
  const known = await store.listNames(from);
  const slip = slipOf(what, [...known.offers, ...known.plans]);
  throw new CatalogueError(`There is no plan and no destination "${what}".${slip}`);
}

/** Throws `CatalogueError` for an unknown plan. */
export async function planNamed(from: Queryable, id: string): Promise<store.DeskPlan> {
  const [plan] = await store.findPlans(from, [id]);
  if (plan) return plan;
  const slip = slipOf(id, (await store.listNames(from)).plans);
  throw new CatalogueError(`There is no plan "${id}".${slip}`);
}

export const idsOf = (plans: readonly { id: string }[]) => plans.map(({ id }) => id);

export const packageOf = ({ wholesaler, packageId }: PackageOf): PackageOf => ({ wholesaler, packageId });

export const keyOf = ({ wholesaler, packageId }: PackageOf) => `${wholesaler}/${packageId}`;

/** The nearest names of a mistyped one. */
export const slipOf = (given: string, known: readonly string[]) =>
  didYouMean(
    nearestOf(known.map((name) => ({ known: name, given })))
      .slice(0, MAX_NAMED)
      .map((pair) => pair.known),
  );
