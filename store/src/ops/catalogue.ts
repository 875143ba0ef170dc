import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../db/database.ts';
import type { Desk } from '../flows/desk/desk.ts';
import {
  type Changed,
  type DeskPlan,
  faultWords,
  type ImportRequest,
  type PackageOf,
} from '../modules/catalogue/desk.ts';
import { marginOf } from '../modules/catalogue/pricing.ts';
import type { Acting } from '../shared/operator.ts';
import { amount, time } from './format.ts';
import { OpsError } from './ops-error.ts';
import { minorUnitsOf } from './options.ts';
import { refuseQuiet } from './quiet.ts';

const LOOK_EVERY_MS = 200;
/** The time limit for the application to take the job and read the whole list. */
const READ_WITHIN_MS = 120_000;
/** The number of printed lines of a list. The rest is counted. */
const SHOWN = 40;

type Progress = (line: string) => void;
type Catalogue = Desk['catalogue'];
type Refused = { wholesaler: string; packageId: string; reason: string; planId?: string };

/**
 * The catalogue commands. The running application reads the wholesaler's list. The command decides what is published.
 */
export function createCatalogueCommands(db: Db, { catalogue }: Pick<Desk, 'catalogue'>, progress: Progress) {
  const readLists = () => readListsOr(db, catalogue, progress);
  return {
    async diff(marginPercent: number): Promise<string[]> {
      await readLists();
      return differences(await catalogue.diff(marginPercent), marginPercent);
    },

    async import(request: ImportRequest, acting: Acting): Promise<string[]> {
      await catalogue.assertPlaces(request);
      await readLists();
      return imported(await catalogue.import(request, acting), request, acting);
    },

    publish: async (what: string, acting: Acting) => changes(await catalogue.publish(what, acting), acting),
    hide: async (what: string, acting: Acting) => changes(await catalogue.hide(what, acting), acting),
    price: async (planId: string, price: string, acting: Acting) =>
      changes(await catalogue.price(planId, minorUnitsOf(price, catalogue.currency), acting), acting),
    setPackage: async (planId: string, source: Parameters<Catalogue['setPackage']>[1], acting: Acting) =>
      changes(await catalogue.setPackage(planId, source, acting), acting),

    addSource: async (planId: string, source: PackageOf, acting: Acting) =>
      sourceChanges(catalogue, await catalogue.addSource(planId, source, acting), acting),
    orderSources: async (planId: string, first: readonly string[], acting: Acting) =>
      sourceChanges(catalogue, await catalogue.orderSources(planId, first.map(sourceOf), acting), acting),
    removeSource: async (planId: string, source: PackageOf, acting: Acting) =>
      sourceChanges(catalogue, await catalogue.removeSource(planId, source, acting), acting),
    /** The sources of plans after a reading of their wholesalers' packages now. */
    async testSources(what: string): Promise<string[]> {
      await catalogue.sources(what);
      const silent = await readListsNow(db, catalogue, progress);
      return (await catalogue.sources(what)).flatMap((each) => testedLines(each, silent));
    },

    /** The sources of plans in order of preference, each with the reason for which it can't deliver now. */
    sources: async (what: string): Promise<string[]> =>
      (await catalogue.sources(what)).flatMap((each) => sourceLines(each)),

    /** The prices of a plan, or the last publications. */
    history: (planId: string | undefined): Promise<string[]> =>
      planId === undefined ? lastPublications(catalogue) : pricesOf(catalogue, planId),
  };
}

/** The same, but throws when no list can be read. */
async function readListsOr(db: Db, catalogue: Catalogue, progress: Progress): Promise<void> {
  const silent = await readListsNow(db, catalogue, progress);
  if (silent.isEveryone)
    throw new OpsError('The wholesaler returned no usable list. Nothing was changed. The application’s log says why.');
  const names = [...silent.names].join(', ');
  if (names) progress(`no usable list from ${names}: its packages are as last read`);
}

/** The wholesalers that gave no usable list. */
type Silent = { names: ReadonlySet<string>; isEveryone: boolean };

/** Makes the application read the wholesalers' lists now. Throws when no application takes the job. */
async function readListsNow(db: Db, catalogue: Catalogue, progress: Progress): Promise<Silent> {
  await refuseQuiet(db, "Reading the wholesalers' lists");
  const runId = await catalogue.readLists();
  progress('reading the wholesaler’s packages …');
  for (const since = Date.now(); Date.now() - since < READ_WITHIN_MS; await pause(LOOK_EVERY_MS)) {
    const lists = await catalogue.listsOfRun(runId);
    if (lists === null) continue;
    const names = new Set(lists.filter(({ packages }) => packages === 0).map(({ wholesaler }) => wholesaler));
    return { names, isEveryone: names.size === lists.length };
  }
  throw new OpsError('The application did not read the list: is it running?');
}

type Differences = Awaited<ReturnType<Catalogue['diff']>>;

/** What an import has made. */
function imported(
  { made, added, proposed, refused, known, version }: Awaited<ReturnType<Catalogue['import']>>,
  request: ImportRequest,
  acting: Acting,
): string[] {
  const places = new Set(made.map(({ offerSlug }) => offerSlug)).size;
  const state = request.publish ? 'on sale' : 'drafts: "catalogue publish OFFER" puts them on sale';
  const offered = `packages that plans could have as further sources: ${proposed.length}; --sources adds them`;
  return [
    ...part(`${made.length} plans for ${places} destinations, ${state}`, made, line),
    ...part(`further sources: ${added.length}`, added, candidateLine),
    ...(proposed.length > 0 ? part(offered, proposed, candidateLine) : []),
    ...part(`packages that were refused: ${refused.length}`, refused, refusedLine),
    `packages that plans already sell: ${known}`,
    ending(version, acting),
  ];
}

const differences = (
  { unsold, proposed, changed, gone, thin, refused }: Differences,
  marginPercent: number,
): string[] => [
  ...part(`packages that plans could have as further sources: ${proposed.length}`, proposed, candidateLine),
  ...part(`packages that no plan sells: ${unsold.length}`, unsold, unsoldLine),
  ...part(
    `plans whose net price changed since their price was set: ${changed.length}`,
    changed,
    (plan) => `${line(plan)}  it was ${amount(plan.pricedAtNetCents, plan.pricedAtNetCurrency)}`,
  ),
  ...part(`plans whose package is gone: ${gone.length}`, gone, line),
  ...part(`plans that leave less than ${marginPercent} % of their price: ${thin.length}`, thin, line),
  ...part(`packages that can't be sold: ${refused.length}`, refused, refusedLine),
];

const unsoldLine = (each: Differences['unsold'][number]) => {
  const { wholesaler, packageId, title, countryCodes, netPriceCents, netCurrency, nearest } = each;
  const where = countryCodes.length > 1 ? `${countryCodes.length} countries` : countryCodes[0];
  const why = nearest === null ? [] : [`not a source of ${nearest.planId}: ${nearest.reason}`];
  return [`${wholesaler} ${packageId}`, title, where, amount(netPriceCents, netCurrency), ...why].join('  ');
};

const candidateLine = (each: Differences['proposed'][number]) =>
  `${each.planId}  ${each.wholesaler} ${each.packageId}  ${costOf(each, each)}`;

const refusedLine = ({ wholesaler, packageId, reason, planId }: Refused) =>
  [`${wholesaler} ${packageId}`, reason, ...(planId === undefined ? [] : [`for ${planId}`])].join('  ');

type PlanSources = Awaited<ReturnType<Catalogue['sources']>>[number];

/** `standing` and `read`: the last words of the line of a source. */
function sourceLines(
  { plan, sources }: PlanSources,
  standing = ({ fault }: PlanSources['sources'][number]) => fault ?? 'can deliver',
  read = (_: PlanSources['sources'][number]) => '',
): string[] {
  return [
    `${plan.id}  ${amount(plan.priceAmount, plan.currency)}  ${plan.status}  ${plan.fault === null ? 'can be delivered' : plan.fault}`,
    ...sources.map((source, at) => {
      const seen = read(source) || (source.seenAt ? `seen ${time(source.seenAt)}` : 'never seen');
      const { wholesaler, packageId } = source;
      return `  ${at + 1}. ${wholesaler} ${packageId}  ${costOf(plan, source)}  ${standing(source)}  ${seen}`;
    }),
  ];
}

const testedLines = (each: PlanSources, silent: Silent): string[] =>
  sourceLines(
    each,
    ({ fault }) => (fault === null ? 'can deliver' : `${fault}: ${faultWords(fault)}`),
    ({ wholesaler }) => (silent.names.has(wholesaler) ? 'NO ANSWER NOW: as last read' : ''),
  );

async function sourceChanges(catalogue: Catalogue, { plans, version }: Changed, acting: Acting): Promise<string[]> {
  const [plan] = plans;
  if (plan === undefined) return ['Nothing to change.'];
  // After a dry run, the sources are as they were.
  const sources = acting.dryRun
    ? [line(plan)]
    : (await catalogue.sources(plan.id)).flatMap((each) => sourceLines(each));
  return [...sources, ending(version, acting)];
}

/** From `WHOLESALER/PACKAGE`. */
function sourceOf(named: string): PackageOf {
  const [wholesaler = '', packageId = ''] = named.split('/');
  return { wholesaler, packageId };
}

const lastPublications = async (catalogue: Catalogue): Promise<string[]> =>
  (await catalogue.versions()).map(
    ({ version, at, action, by, plans }) => `${version}  ${time(at)}  ${action}  ${plans} plans  by ${by}`,
  );

const pricesOf = async (catalogue: Catalogue, planId: string): Promise<string[]> =>
  (await catalogue.history(planId)).map(
    ({ startsAt, fromAmount, toAmount, currency, by, version }) =>
      `${time(startsAt)}  ${fromAmount === null ? 'new' : amount(fromAmount, currency)} → ${amount(toAmount, currency)}  by ${by}  version ${version}`,
  );

function changes({ plans, version }: Changed, acting: Acting): string[] {
  return plans.length === 0 ? ['Nothing to change.'] : [...plans.map(line), ending(version, acting)];
}

function ending(version: number | null, { dryRun }: Acting): string {
  if (dryRun) return 'dry run: nothing was saved';
  return version === null ? 'nothing was published' : `published as version ${version}`;
}

function line(plan: DeskPlan): string {
  const { id, wholesaler, packageId, priceAmount, currency, status, sourceFault } = plan;
  const source = `${wholesaler} ${packageId}`;
  return [id, source, amount(priceAmount, currency), costOf(plan, plan), status, sourceFault ?? '']
    .join('  ')
    .trimEnd();
}

/** The margin is stated for a net price in the currency of the price. */
function costOf(
  { priceAmount, currency }: Pick<DeskPlan, 'priceAmount' | 'currency'>,
  { netPriceCents, netCurrency }: { netPriceCents: number | null; netCurrency: string | null },
): string {
  if (netPriceCents === null) return 'net price unknown';
  const net = `net ${amount(netPriceCents, netCurrency)}`;
  return netCurrency === currency ? `${net}, ${marginOf(priceAmount, netPriceCents)} %` : net;
}

/** A heading with a limited number of rows under it. */
function part<T>(heading: string, rows: readonly T[], write: (row: T) => string): string[] {
  const rest = rows.length - SHOWN;
  return [
    heading,
    ...rows.slice(0, SHOWN).map((row) => `  ${write(row)}`),
    ...(rest > 0 ? [`  … and ${rest} more`] : []),
  ];
}
