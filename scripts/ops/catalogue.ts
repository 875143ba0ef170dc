import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '#src/db/database.ts';
import { type Changed, createCatalogueDesk, type ImportRequest } from '#src/modules/catalogue/desk.ts';
import type { DeskPlan } from '#src/modules/catalogue/desk-store.ts';
import { listsOfRun } from '#src/modules/catalogue/package-store.ts';
import { marginOf } from '#src/modules/catalogue/pricing.ts';
import { enqueue } from '#src/queue/queue.ts';
import { uuidv7 } from '#src/shared/ids.ts';
import type { Currency } from '#src/shared/money.ts';
import { amount, time } from './format.ts';
import { OpsError } from './ops-error.ts';
import { minorUnitsOf } from './options.ts';
import { refuseQuiet } from './quiet.ts';

const LOOK_EVERY_MS = 200;
/** The time limit for the application to take the job and read the whole list. */
const READ_WITHIN_MS = 120_000;
/** The number of printed lines of a list. The rest is counted. */
const SHOWN = 40;

type Flags = { by: string; dryRun: boolean };

/**
 * The catalogue commands. The running application reads the wholesaler's list. The command decides what is published.
 */
export function createCatalogueCommands(
  db: Db,
  { currency, progress }: { currency: Currency; progress: (line: string) => void },
) {
  const desk = createCatalogueDesk({ db, currency });

  /**
   * Makes the application read the wholesalers' lists now. Throws when no application takes the job, or no list can be
   * read.
   */
  async function readLists(): Promise<void> {
    await refuseQuiet(db, "Reading the wholesalers' lists");
    const runId = uuidv7();
    await enqueue(db, 'check-plans', { runId }, { key: `check-plans:${runId}` });
    progress('reading the wholesaler’s packages …');
    for (const since = Date.now(); Date.now() - since < READ_WITHIN_MS; await pause(LOOK_EVERY_MS)) {
      const lists = await listsOfRun(db, runId);
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

  return {
    async diff(marginPercent: number): Promise<string[]> {
      await readLists();
      const { unsold, changed, gone, thin, refused } = await desk.diff(marginPercent);
      return [
        ...part(
          `packages that no plan sells: ${unsold.length}`,
          unsold,
          ({ wholesaler, id, title, countryCodes, netPriceCents, netCurrency }) =>
            [
              `${wholesaler} ${id}`,
              title,
              countryCodes.length > 1 ? `${countryCodes.length} countries` : countryCodes[0],
              amount(netPriceCents, netCurrency),
            ].join('  '),
        ),
        ...part(
          `plans whose net price changed since their price was set: ${changed.length}`,
          changed,
          (plan) => `${line(plan)}  it was ${amount(plan.pricedAtNetCents, plan.pricedAtNetCurrency)}`,
        ),
        ...part(`plans whose package is gone: ${gone.length}`, gone, line),
        ...part(`plans that leave less than ${marginPercent} % of their price: ${thin.length}`, thin, line),
        ...part(
          `packages that can't be sold: ${refused.length}`,
          refused,
          ({ wholesaler, packageId, reason }) => `${wholesaler} ${packageId}  ${reason}`,
        ),
      ];
    },

    async import(request: ImportRequest): Promise<string[]> {
      await desk.assertPlaces(request);
      await readLists();
      const { made, refused, known, version } = await desk.import(request);
      const places = new Set(made.map(({ offerSlug }) => offerSlug)).size;
      const state = request.publish ? 'on sale' : 'drafts: "catalogue publish OFFER" puts them on sale';
      return [
        ...part(`${made.length} plans for ${places} destinations, ${state}`, made, line),
        ...part(
          `packages that were refused: ${refused.length}`,
          refused,
          ({ wholesaler, packageId, reason }) => `${wholesaler} ${packageId}  ${reason}`,
        ),
        `packages that plans already sell: ${known}`,
        ending(version, request),
      ];
    },

    publish: async (what: string, flags: Flags) => changes(await desk.publish(what, flags), flags),
    hide: async (what: string, flags: Flags) => changes(await desk.hide(what, flags), flags),
    price: async (planId: string, price: string, flags: Flags) =>
      changes(await desk.price(planId, minorUnitsOf(price, currency), flags), flags),
    setPackage: async (planId: string, source: { packageId: string; wholesaler?: string | undefined }, flags: Flags) =>
      changes(await desk.setPackage(planId, source, flags), flags),

    /** The sources of plans in order of preference, each with the reason for which it can't deliver now. */
    async sources(what: string): Promise<string[]> {
      const found = await desk.sources(what);
      return found.flatMap(({ plan, sources }) => [
        `${plan.id}  ${amount(plan.priceAmount, plan.currency)}  ${plan.status}  ${plan.fault === null ? 'can be delivered' : plan.fault}`,
        ...sources.map(
          (source, at) =>
            `  ${at + 1}. ${source.wholesaler} ${source.packageId}  ${costOf(plan, source)}  ${source.fault ?? 'can deliver'}  ${source.seenAt ? `seen ${time(source.seenAt)}` : 'never seen'}`,
        ),
      ]);
    },

    /** The prices of a plan, or the last publications. */
    async history(planId: string | undefined): Promise<string[]> {
      if (planId === undefined) {
        const versions = await desk.versions();
        return versions.map(
          ({ version, at, action, by, plans }) => `${version}  ${time(at)}  ${action}  ${plans} plans  by ${by}`,
        );
      }
      const prices = await desk.history(planId);
      return prices.map(
        ({ startsAt, fromAmount, toAmount, currency: pricedIn, by, version }) =>
          `${time(startsAt)}  ${fromAmount === null ? 'new' : amount(fromAmount, pricedIn)} → ${amount(toAmount, pricedIn)}  by ${by}  version ${version}`,
      );
    },
  };
}

function changes({ plans, version }: Changed, flags: Flags): string[] {
  return plans.length === 0 ? ['Nothing to change.'] : [...plans.map(line), ending(version, flags)];
}

function ending(version: number | null, { dryRun }: Flags): string {
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
