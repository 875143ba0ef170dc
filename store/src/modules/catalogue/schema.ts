import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { currencyCode, id, instant, localizedText } from '../../db/columns.ts';
import type { Coverage, Operator, PlanFacts, UnlimitedTerms } from './types.ts';

/** Travel destinations: countries, places within one (Bali), regions and the world. Rows are never removed. */
export const destinations = pgTable(
  'destinations',
  {
    slug: text('slug').primaryKey(),
    kind: text('kind', { enum: ['local', 'regional', 'global'] }).notNull(),
    /** ISO 3166-1 alpha-2 (XK: Kosovo) of the country that a local destination is or lies in. */
    countryCode: text('country_code'),
    name: localizedText('name').notNull(),
    flag: text('flag').notNull(),
    /** Slug of the region in which it is listed. */
    region: text('region'),
    /** Slug of the country that contains the place, such as Indonesia for Bali; null for a country. */
    within: text('within'),
    /** Countries of a region, for browsing. The coverage of its plans comes from their packages. */
    members: text('members').array().notNull().default([]),
    aliases: text('aliases').array().notNull().default([]),
    cities: text('cities').array().notNull().default([]),
    position: integer('position').notNull(),
    /** Position among the specified offers of the home page; null: not there. */
    featured: integer('featured'),
  },
  (t) => [index('destinations_country').on(t.countryCode), index('destinations_position').on(t.position)],
);

/** The offer of one destination; it groups its plans. */
export const offers = pgTable('offers', {
  slug: text('slug')
    .primaryKey()
    .references(() => destinations.slug),
  /** The number in "190+ countries"; null: the countries are counted. */
  statedCountries: integer('stated_countries'),
  createdAt: instant('created_at').notNull(),
});

/**
 * The plans. A plan is hidden, never removed, because orders reference it. `priceAmount` and `currency` repeat its current
 * price in the currency in which the store sells (`plan_prices`), for the queries of pages and for version 1.0.0; a plan
 * without such a price keeps that in another currency, and is shown nowhere.
 */
export const plans = pgTable(
  'plans',
  {
    id: text('id').primaryKey(),
    offerSlug: text('offer_slug')
      .notNull()
      .references(() => offers.slug),
    /** The package of the first source, for version 1.0.0 (docs/old-columns.md). */
    packageId: text('package_id').notNull(),
    /** 1 GB is 1024 MB; 0 for an unlimited plan. */
    dataMb: integer('data_mb').notNull(),
    unlimited: jsonb('unlimited').$type<UnlimitedTerms>(),
    days: integer('days').notNull(),
    priceAmount: integer('price_amount').notNull(),
    currency: currencyCode('currency').notNull(),
    status: text('status', { enum: ['draft', 'published', 'hidden'] }).notNull(),
    position: integer('position').notNull(),
    /**
     * The reason why it cannot be delivered now: that of its first source; null while one source can deliver it at its
     * price. Written by `judgePlans`.
     */
    fault: text('fault'),
    /** That of the first source, for version 1.0.0 (docs/old-columns.md). */
    pricedAtNetCents: integer('priced_at_net_cents'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    // An index-only scan finds the cheapest plan of each offer.
    index('plans_offer').on(t.offerSlug, t.status, t.priceAmount),
    uniqueIndex('plans_package').on(t.packageId),
    index('plans_fault')
      .on(t.id)
      .where(sql`${t.fault} is not null`),
  ],
);

/**
 * The sources of a plan, in order of preference: packages of wholesalers that give at least what the plan promises. Each
 * package belongs to one plan. Every plan has a source at position 0; the others keep what that package states, and
 * `plan_statements` has what all of them keep.
 */
export const planSources = pgTable(
  'plan_sources',
  {
    planId: text('plan_id')
      .notNull()
      .references(() => plans.id),
    position: integer('position').notNull(),
    wholesaler: text('wholesaler').notNull(),
    /** The package may not be on sale there (any more). */
    packageId: text('package_id').notNull(),
    /** The reason why it cannot deliver the plan at its price now (`SourceFault`); null: it can. */
    fault: text('fault'),
    /** The net price when the plan's price was last set. A later difference is reported to operators. */
    pricedAtNetCents: integer('priced_at_net_cents'),
    pricedAtNetCurrency: currencyCode('priced_at_net_currency'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'plan_sources_pk', columns: [t.planId, t.position] }),
    uniqueIndex('plan_sources_package').on(t.wholesaler, t.packageId),
  ],
);

/**
 * What pages state about each plan: what all sources keep from which it may be delivered (`statements.ts`). Written by
 * `judgePlans`, so that a page reads one row for any number of sources. Without a row, nothing was read yet.
 */
export const planStatements = pgTable('plan_statements', {
  planId: text('plan_id')
    .primaryKey()
    .references(() => plans.id),
  countryCodes: text('country_codes').array().notNull(),
  networks: jsonb('networks').$type<Record<string, Operator[]>>().notNull(),
  /** By country code, where the sources share no network. */
  coverage: jsonb('coverage').$type<Record<string, Coverage>>().notNull(),
  has5g: boolean('has_5g').notNull(),
  facts: jsonb('facts').$type<PlanFacts>().notNull(),
  /** The countries that a plan for several promises (`promise-store.ts`); null: not known yet, or a plan for one country. */
  promisedCountryCodes: text('promised_country_codes').array(),
});

/**
 * The packages of the wholesalers as last read. Packages missing from the last list of their wholesaler have `goneAt`.
 * `wholesale_packages_id` is for version 1.0.0: two wholesalers can't have a package of one id yet (docs/old-columns.md).
 */
export const wholesalePackages = pgTable(
  'wholesale_packages',
  {
    wholesaler: text('wholesaler').notNull(),
    id: text('id').notNull(),
    title: text('title').notNull(),
    operator: text('operator').notNull(),
    kind: text('kind', { enum: ['local', 'global'] }).notNull(),
    dataMb: integer('data_mb').notNull(),
    unlimited: boolean('unlimited').notNull(),
    unlimitedTerms: jsonb('unlimited_terms').$type<UnlimitedTerms>(),
    days: integer('days').notNull(),
    /** Net price, in cents of `netCurrency`. */
    netPriceCents: integer('net_price_cents').notNull(),
    netCurrency: currencyCode('net_currency').notNull(),
    /** The lowest selling price that the wholesaler allows, in cents of `netCurrency`; null: not stated. */
    minimumPriceCents: integer('minimum_price_cents'),
    countryCodes: text('country_codes').array().notNull(),
    networks: jsonb('networks').$type<Record<string, Operator[]>>().notNull(),
    has5g: boolean('has_5g').notNull(),
    facts: jsonb('facts').$type<PlanFacts>().notNull(),
    seenAt: instant('seen_at').notNull(),
    goneAt: instant('gone_at'),
  },
  (t) => [
    primaryKey({ name: 'wholesale_packages_pk', columns: [t.wholesaler, t.id] }),
    uniqueIndex('wholesale_packages_id').on(t.id),
    index('wholesale_packages_countries').using('gin', t.countryCodes),
  ],
);

/** Readings of the wholesalers' lists, with the packages that each refused. The readings of one run have one `readAt`. */
export const wholesaleLists = pgTable(
  'wholesale_lists',
  {
    /** The last list of a run for which a caller waits has the id of the run; each other one has a new id. */
    id: id(),
    wholesaler: text('wholesaler').notNull(),
    /** 0: the wholesaler gave no usable list, and nothing was changed. */
    packages: integer('packages').notNull(),
    refused: jsonb('refused').$type<{ packageId: string; reason: string }[]>().notNull(),
    readAt: instant('read_at').notNull(),
  },
  (t) => [index('wholesale_lists_read').on(t.readAt), index('wholesale_lists_wholesaler').on(t.wholesaler, t.readAt)],
);

/**
 * The prices: rows by plan, currency and start. The one that started last is the price in its currency; the others are the
 * history.
 */
export const planPrices = pgTable(
  'plan_prices',
  {
    id: id(),
    planId: text('plan_id')
      .notNull()
      .references(() => plans.id),
    version: integer('version').notNull(),
    /** The price before, for the history of 1.0.0; null: there was none in this currency. */
    fromAmount: integer('from_amount'),
    toAmount: integer('to_amount').notNull(),
    currency: currencyCode('currency').notNull(),
    /** The author: `seed`, or the name that the operator gave. */
    by: text('by').notNull(),
    startsAt: instant('at').notNull(),
  },
  (t) => [
    index('plan_prices_plan').on(t.planId, t.version),
    uniqueIndex('plan_prices_start').on(t.planId, t.currency, t.startsAt),
  ],
);

/** The publications in order. Processes and caches show the catalogue of the newest one. */
export const catalogueVersions = pgTable('catalogue_versions', {
  version: integer('version').primaryKey(),
  /**
   * `seed`, `import`, `publish`, `hide`, `price`, `package`, `sources` by an operator; `check`: a wholesaler's offer has
   * changed.
   */
  action: text('action', {
    enum: ['seed', 'import', 'publish', 'hide', 'price', 'package', 'sources', 'check'],
  }).notNull(),
  by: text('by').notNull(),
  plans: integer('plans').notNull(),
  at: instant('at').notNull(),
});
