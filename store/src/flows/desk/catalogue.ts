import type { Db, Tx } from '../../db/database.ts';
import type { AuditEntry, AuditLog, Facts } from '../../modules/audit/audit.ts';
import type { Changed, DeskPlan, Imported, ImportRequest, PackageOf, PlanBook } from '../../modules/catalogue/desk.ts';
import { enqueue } from '../../queue/queue.ts';
import { AppError } from '../../shared/errors.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { Acting } from '../../shared/operator.ts';
import type { Act } from './act.ts';
import type { ActionName } from './actions.ts';

type Ports = { db: Db; act: Act; planBook: PlanBook; audit: Pick<AuditLog, 'lastOf'> };

/** The version of plans: what an operator can change in them. */
export const versionOfPlans = (plans: readonly DeskPlan[]): string =>
  plans
    .map((plan) => [plan.id, plan.status, plan.priceAmount, plan.currency, plan.wholesaler, plan.packageId].join(' '))
    .join('; ');

/** The version of a plan with its sources: what an operator can change in them. */
export const versionOfSources = ({ plan, sources }: PlanSources): string =>
  `${versionOfPlans([plan])}; ${namesOf(sources)}`;

type PlanSources = Awaited<ReturnType<PlanBook['sources']>>[number];

const namesOf = (sources: readonly PackageOf[]) =>
  sources.map(({ wholesaler, packageId }) => `${wholesaler} ${packageId}`).join(', ');

/** What an operator sees and does in the catalogue. Refusals are errors of the catalogue, `CatalogueError`. */
export function createCatalogueActions(ports: Ports) {
  const { db, planBook } = ports;
  const { currency, diff, assertPlaces, sources, history, versions, listsOfRun } = planBook;
  return {
    currency,
    diff,
    assertPlaces,
    sources,
    history,
    versions,
    /** Asks the application to read the wholesalers' lists now, as it does every hour. Returns the id of the run. */
    async readLists(): Promise<string> {
      const runId = uuidv7();
      await enqueue(db, 'check-plans', { runId }, { key: `check-plans:${runId}` });
      return runId;
    },
    /** The lists that a run has read; null: not yet. */
    listsOfRun,
    import: (request: ImportRequest, acting: Acting) => importPlans(ports, request, acting),
    /** Puts plans on sale: those of an offer, or one by its id. */
    publish: (what: string, acting: Acting) =>
      changePlans(ports, 'catalogue.publish', what, acting, {
        lock: planBook.lockNamed,
        change: (tx) => planBook.publish(tx, what, acting.actor.name),
      }),
    /** Takes plans off sale: those of an offer, or one by its id. */
    hide: (what: string, acting: Acting) =>
      changePlans(ports, 'catalogue.hide', what, acting, {
        lock: planBook.lockNamed,
        change: (tx) => planBook.hide(tx, what, acting.actor.name),
      }),
    /** Sets the price of a plan, in minor units of the currency in which the store sells. */
    price: (planId: string, cents: number, acting: Acting) =>
      changePlans(ports, 'catalogue.price', planId, acting, {
        lock: async (tx) => [await planBook.lockPlan(tx, planId)],
        change: (tx) => planBook.price(tx, planId, cents, acting.actor.name),
      }),
    /** Changes the package from which a plan is delivered first. */
    setPackage: (planId: string, source: Parameters<PlanBook['setPackage']>[2], acting: Acting) =>
      changePlans(ports, 'catalogue.package', planId, acting, {
        lock: async (tx) => [await planBook.lockPlan(tx, planId)],
        change: (tx) => planBook.setPackage(tx, planId, source, acting.actor.name),
      }),
    /** Adds a package as the last source of a plan. */
    addSource: (planId: string, source: PackageOf, acting: Acting) =>
      changeSources(ports, 'catalogue.source-add', planId, acting, (tx) =>
        planBook.addSource(tx, planId, source, acting.actor.name),
      ),
    /** Puts sources of a plan first, in this order. */
    orderSources: (planId: string, first: readonly PackageOf[], acting: Acting) =>
      changeSources(ports, 'catalogue.source-order', planId, acting, (tx) =>
        planBook.orderSources(tx, planId, first, acting.actor.name),
      ),
    /** Removes a source of a plan. Open orders keep theirs. */
    removeSource: (planId: string, source: PackageOf, acting: Acting) =>
      changeSources(ports, 'catalogue.source-remove', planId, acting, (tx) =>
        planBook.removeSource(tx, planId, source, acting.actor.name),
      ),
  };
}

/** Creates plans from packages that no plan sells, and adds sources. */
function importPlans({ act, planBook }: Ports, request: ImportRequest, acting: Acting): Promise<Imported> {
  return act('catalogue.import', acting, { kind: 'plans', id: null }, async (tx) => {
    const result = await planBook.import(tx, request, acting.actor.name);
    const { made, added, version } = result;
    const after = { plans: made.length, sources: added.length, status: statusesOf(made), version };
    return { result, changed: made.length + added.length === 0 ? null : { before: {}, after } };
  });
}

/** Changes the sources of a plan, if they are still as the actor was shown them. Throws `changed-meanwhile`. */
function changeSources(
  ports: Ports,
  action: ActionName,
  planId: string,
  acting: Acting,
  change: (tx: Tx) => Promise<Changed>,
): Promise<Changed> {
  const { act, planBook } = ports;
  return act(action, acting, { kind: 'plans', id: planId }, async (tx) => {
    const before = await planBook.lockSources(tx, planId);
    if (acting.seen !== undefined && acting.seen !== versionOfSources(before))
      throw new AppError('changed-meanwhile', {
        field: 'plan',
        change: await lastChange(ports, planId, [before.plan]),
      });
    const result = await change(tx);
    if (result.plans.length === 0) return { result, changed: null };
    const { sources } = await planBook.lockSources(tx, planId);
    const after = { sources: namesOf(sources), version: result.version };
    return { result, changed: { before: { sources: namesOf(before.sources) }, after } };
  });
}

type Work = { lock(tx: Tx, what: string): Promise<DeskPlan[]>; change(tx: Tx): Promise<Changed> };

/** Changes plans, if they are still as the actor was shown them. Throws `changed-meanwhile`. */
function changePlans(
  ports: Ports,
  action: ActionName,
  what: string,
  acting: Acting,
  { lock, change }: Work,
): Promise<Changed> {
  return ports.act(action, acting, { kind: 'plans', id: what }, async (tx) => {
    const before = await lock(tx, what);
    if (acting.seen !== undefined && acting.seen !== versionOfPlans(before))
      throw new AppError('changed-meanwhile', { field: 'plan', change: await lastChange(ports, what, before) });
    const result = await change(tx);
    const { plans, version } = result;
    if (plans.length === 0) return { result, changed: null };
    const had = before.filter(({ id }) => plans.some((plan) => plan.id === id));
    return { result, changed: { before: factsOf(had), after: { ...factsOf(plans), version } } };
  });
}

/** The last action on these plans or on their offer. */
async function lastChange({ audit }: Ports, what: string, [plan]: readonly DeskPlan[]) {
  const about = [what, plan?.id, plan?.offerSlug].filter((id) => id !== undefined);
  const found = await Promise.all([...new Set(about)].map((id) => audit.lastOf({ kind: 'plans', id })));
  const last = found
    .filter((entry): entry is AuditEntry => entry !== null)
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())[0];
  return last && { by: last.actor, what: last.action, at: last.at };
}

const statusesOf = (plans: readonly DeskPlan[]) => [...new Set(plans.map(({ status }) => status))].join(', ');

/** All facts of one plan; of several, their number and statuses. */
function factsOf(plans: readonly DeskPlan[]): Facts {
  const [plan] = plans;
  if (plans.length !== 1 || !plan) return { plans: plans.length, status: statusesOf(plans) };
  const { status, priceAmount: price, currency, wholesaler, packageId } = plan;
  return { status, price, currency, wholesaler, package: packageId };
}
