import type { Db, Queryable, Tx } from '../../db/database.ts';
import type { Currency } from '../../shared/money.ts';
import { listCandidates } from './candidate-store.ts';
import { type Candidate, chooseSources, type NotTaken } from './candidates.ts';
import { CatalogueError, change, idsOf, keyOf, packageOf, slipOf } from './desk-change.ts';
import * as store from './desk-store.ts';
import { lastLists } from './package-store.ts';
import { type PriceRule, sellingPrice } from './pricing.ts';
import { addSources, judgePlans } from './source-store.ts';

export type ImportRequest = PriceRule & {
  /** Only this country; null: all. */
  countryCode: string | null;
  /** Only countries of this region; null: all. */
  region: string | null;
  /** Put on sale at once; otherwise the plans are drafts. */
  publish: boolean;
  /** Give plans that exist further sources. What pages state about them may become less. */
  sources: boolean;
};

/**
 * A package that no plan sells. The reason is that of the list, `no-destination`, `other-currency`, or that of the plan to
 * which it was nearest: a `SourceFault`, or `not-needed`.
 */
export type Refused = { wholesaler: string; packageId: string; reason: string; planId?: string };
export type Imported = {
  made: store.DeskPlan[];
  /** Further sources of the plans that were made, and of others with `sources`. */
  added: Candidate[];
  /** Further sources that plans could have, without `sources`. */
  proposed: Candidate[];
  refused: Refused[];
  known: number;
  version: number | null;
};

const EVERYWHERE = { countryCode: null, region: null };

/** The packages that the last lists of the wholesalers refused. */
async function refusedBy(from: Queryable): Promise<readonly Refused[]> {
  const lists = await lastLists(from);
  if (lists.length === 0) throw new CatalogueError('The wholesaler’s packages were never read: nothing was changed.');
  return lists.flatMap(({ wholesaler, refused }) => refused.map((each) => ({ ...each, wholesaler })));
}

/**
 * Compares the wholesalers' packages as last read with the sources of our plans. Lists packages that no plan sells, each
 * with the plan to which it is nearest; those that plans could have as further sources; sources with another net price
 * than when the plan's price was set, sources whose package was removed, and those that leave a margin below
 * `marginPercent` of the price.
 */
export async function diff(db: Db, marginPercent: number) {
  const [refused, unsold, plans, candidates] = await Promise.all([
    refusedBy(db),
    store.listUnsold(db),
    store.listPlansWithCost(db),
    listCandidates(db, EVERYWHERE),
  ]);
  const { taken, notTaken } = chooseSources(candidates, { withMore: true });
  const isTaken = new Set(taken.map(keyOf));
  const nearest = new Map(notTaken.map((each) => [keyOf(each), each]));
  return {
    refused,
    proposed: taken,
    unsold: unsold
      .map(({ id, ...each }) => ({ ...each, packageId: id }))
      .filter((each) => !isTaken.has(keyOf(each)))
      .map((each) => ({ ...each, nearest: nearest.get(keyOf(each)) ?? null })),
    changed: plans.filter(
      ({ pricedAtNetCents, pricedAtNetCurrency, netPriceCents, netCurrency }) =>
        pricedAtNetCents !== null &&
        netPriceCents !== null &&
        (pricedAtNetCents !== netPriceCents || pricedAtNetCurrency !== netCurrency),
    ),
    gone: plans.filter(({ sourceFault }) => sourceFault === 'missing-package'),
    thin: plans.filter(
      ({ netPriceCents, netCurrency, priceAmount, currency: pricedIn }) =>
        netPriceCents !== null &&
        netCurrency === pricedIn &&
        (priceAmount - netPriceCents) * 100 < priceAmount * marginPercent,
    ),
  };
}

/** Throws `CatalogueError` for a country or a region that is no destination. */
export async function assertPlaces(
  db: Db,
  { countryCode, region }: Pick<ImportRequest, 'countryCode' | 'region'>,
): Promise<void> {
  const known = await store.listPlaces(db);
  if (countryCode !== null && !known.some((place) => place.countryCode === countryCode))
    throw new CatalogueError(`There is no country ${countryCode}.`);
  const regions = [...new Set(known.flatMap((place) => place.region ?? []))].toSorted();
  if (region !== null && !regions.includes(region))
    throw new CatalogueError(
      `There is no region "${region}".${slipOf(region, regions)} There are: ${regions.join(', ')}.`,
    );
}

/**
 * Creates plans from the wholesalers' packages for one country that no plan sells. The price leaves the margin, and is
 * rounded. Of several packages with the same data and days the cheapest makes the plan, and those that keep its promise
 * become its further sources. A package with the data and days of a plan that exists makes none: it is proposed as a
 * source of that plan, and added only with `sources`, because pages state what all sources keep.
 */
export async function importPlans(
  tx: Tx,
  request: ImportRequest & { by: string; currency: Currency },
): Promise<Imported> {
  const { by, publish, sources } = request;
  const { made, added, proposed, refused, known, version } = await change(
    tx,
    { action: 'import', by },
    async (next) => {
      const before = await refusedBy(tx);
      const ofPlans = await listCandidates(tx, request);
      const chosen = chooseSources(ofPlans, { withMore: sources });
      if (sources) await addSources(tx, chosen.taken);
      const found = await store.listImportable(tx, request);
      const isExact = new Set(ofPlans.filter((each) => each.isExact).map(keyOf));
      const plans = newPlans(
        found.packages.filter((each) => !isExact.has(keyOf(each))),
        request,
      );
      const inserted = await store.insertPlans(tx, plans.rows);
      await store.writePrices(tx, inserted, { version: next, by });
      const ofNew = chooseSources(await listCandidates(tx, EVERYWHERE, idsOf(inserted)), { withMore: false });
      await addSources(tx, ofNew.taken);
      await judgePlans(tx);
      const exactNotTaken = chosen.notTaken.filter((each) => isExact.has(keyOf(each)));
      return {
        made: await store.findPlans(tx, idsOf(inserted)),
        added: sources ? [...chosen.taken, ...ofNew.taken] : ofNew.taken,
        proposed: sources ? [] : chosen.taken,
        refused: [...before, ...plans.refused, ...exactNotTaken, ...among(ofNew.notTaken, plans.rest)],
        known: found.known,
        plans: await store.findPlans(tx, [
          ...idsOf(inserted),
          ...(sources ? chosen.taken.map(({ planId }) => planId) : []),
        ]),
        isShown: publish || (sources && chosen.taken.length > 0),
      };
    },
  );
  return { made, added, proposed, refused, known, version };
}

const among = (notTaken: readonly NotTaken[], rest: ReadonlySet<string>) =>
  notTaken.filter((each) => rest.has(keyOf(each)));

/** The plans of new packages, the packages that become none, and those with the terms of a cheaper one. */
function newPlans(
  packages: Awaited<ReturnType<typeof store.listImportable>>['packages'],
  request: ImportRequest & { currency: Currency },
): { rows: store.NewPlan[]; refused: Refused[]; rest: ReadonlySet<string> } {
  const { currency } = request;
  const status = request.publish ? ('published' as const) : ('draft' as const);
  const rows = new Map<string, store.NewPlan>();
  const refused: Refused[] = [];
  const rest = new Set<string>();
  for (const each of packages) {
    const id = each.destination === null ? null : planId(each.destination, each);
    if (each.destination === null || id === null) refused.push({ ...packageOf(each), reason: 'no-destination' });
    else if (each.netCurrency !== currency) refused.push({ ...packageOf(each), reason: 'other-currency' });
    else if (rows.has(id)) rest.add(keyOf(each));
    else {
      const priceAmount = sellingPrice(each, request);
      rows.set(id, { ...each, id, offerSlug: each.destination, priceAmount, currency, status });
    }
  }
  return { rows: [...rows.values()], refused, rest };
}

/** For example `japan-3gb-30d`. The id contains the terms, so that two packages with the same terms make one plan. */
function planId(
  destination: string,
  { dataMb, unlimited, days }: { dataMb: number; unlimited: boolean; days: number },
) {
  const size = unlimited ? 'unlimited' : dataMb % 1024 === 0 ? `${dataMb / 1024}gb` : `${dataMb}mb`;
  return `${destination}-${size}-${days}d`;
}
