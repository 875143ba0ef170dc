import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../db/database.ts';
import type { Desk } from '../flows/desk/desk.ts';
import type { Changed, DeskPlan, ImportRequest } from '../modules/catalogue/desk.ts';
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
type Refused = { wholesaler: string; packageId: string; reason: string };

/**
 * The catalogue commands. The running application reads the wholesaler's list. The command decides what is published.
 */
export function createCatalogueCommands(db: Db, { catalogue }: Pick<Desk, 'catalogue'>, progress: Progress) {
  const readLists = () => readListsNow(db, catalogue, progress);
  return {
    async diff(marginPercent: number): Promise<string[]> {
      await readLists();
      return differences(await catalogue.diff(marginPercent), marginPercent);
    },

    async import(request: ImportRequest, acting: Acting): Promise<string[]> {
      await catalogue.assertPlaces(request);
      await readLists();
      const { made, refused, known, version } = await catalogue.import(request, acting);
      const places = new Set(made.map(({ offerSlug }) => offerSlug)).size;
      const state = request.publish ? 'on sale' : 'drafts: "catalogue publish OFFER" puts them on sale';
      return [
        ...part(`${made.length} plans for ${places} destinations, ${state}`, made, line),
        ...part(`packages that were refused: ${refused.length}`, refused, refusedLine),
        `packages that plans already sell: ${known}`,
        ending(version, acting),
      ];
    },

    publish: async (what: string, acting: Acting) => changes(await catalogue.publish(what, acting), acting),
    hide: async (what: string, acting: Acting) => changes(await catalogue.hide(what, acting), acting),
    price: async (planId: string, price: string, acting: Acting) =>
      changes(await catalogue.price(planId, minorUnitsOf(price, catalogue.currency), acting), acting),
    setPackage: async (planId: string, source: Parameters<Catalogue['setPackage']>[1], acting: Acting) =>
      changes(await catalogue.setPackage(planId, source, acting), acting),

    /** The sources of plans in order of preference, each with the reason for which it can't deliver now. */
    sources: async (what: string): Promise<string[]> => (await catalogue.sources(what)).flatMap(sourceLines),

    /** The prices of a plan, or the last publications. */
    history: (planId: string | undefined): Promise<string[]> =>
      planId === undefined ? lastPublications(catalogue) : pricesOf(catalogue, planId),
  };
}

/**
 * Makes the application read the wholesalers' lists now. Throws when no application takes the job, or no list can be
 * read.
 */
async function readListsNow(db: Db, catalogue: Catalogue, progress: Progress): Promise<void> {
  await refuseQuiet(db, "Reading the wholesalers' lists");
  const runId = await catalogue.readLists();
  progress('reading the wholesaler’s packages …');
  for (const since = Date.now(); Date.now() - since < READ_WITHIN_MS; await pause(LOOK_EVERY_MS)) {
    const lists = await catalogue.listsOfRun(runId);
    if (lists === null) continue;
    const empty = lists.filter(({ packages }) => packages === 0).map(({ wholesaler }) => wholesaler);
    if (empty.length === lists.length)
      throw new OpsError(
        'The wholesaler returned no usable list. Nothing was changed. The application’s log says why.',
      );
    if (empty.length > 0) progress(`no usable list from ${empty.join(', ')}: its packages are as last read`);
    return;
  }
  throw new OpsError('The application did not read the list: is it running?');
}

type Differences = Awaited<ReturnType<Catalogue['diff']>>;

const differences = ({ unsold, changed, gone, thin, refused }: Differences, marginPercent: number): string[] => [
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
  const { wholesaler, id, title, countryCodes, netPriceCents, netCurrency } = each;
  const where = countryCodes.length > 1 ? `${countryCodes.length} countries` : countryCodes[0];
  return [`${wholesaler} ${id}`, title, where, amount(netPriceCents, netCurrency)].join('  ');
};

const refusedLine = ({ wholesaler, packageId, reason }: Refused) => `${wholesaler} ${packageId}  ${reason}`;

function sourceLines({ plan, sources }: Awaited<ReturnType<Catalogue['sources']>>[number]): string[] {
  return [
    `${plan.id}  ${amount(plan.priceAmount, plan.currency)}  ${plan.status}  ${plan.fault === null ? 'can be delivered' : plan.fault}`,
    ...sources.map(
      (source, at) =>
        `  ${at + 1}. ${source.wholesaler} ${source.packageId}  ${costOf(plan, source)}  ${source.fault ?? 'can deliver'}  ${source.seenAt ? `seen ${time(source.seenAt)}` : 'never seen'}`,
    ),
  ];
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
