import type { Operator, PlanFacts, UnlimitedTerms } from './types.ts';

/** Port: reads the packages that a wholesaler sells. */
export type WholesalePackages = {
  /** The name under which rows keep what they have of this wholesaler: lower-case letters, digits and hyphens. */
  name: string;
  /** All packages on sale, from all pages, and the refused ones. */
  packages(): Promise<{ packages: WholesalePackage[]; refused: PackageRefusal[] }>;
};

/**
 * A package on sale at the wholesaler. `dataMb` counts 1 GB as 1024 MB and is 0 when `unlimited`; names are text, not
 * HTML.
 */
export type WholesalePackage = {
  packageId: string;
  title: string;
  operator: string;
  dataMb: number;
  unlimited: boolean;
  days: number;
  /** Net price, in cents of `netCurrency`, rounded up. */
  netPriceCents: number;
  netCurrency: string;
  /** The lowest selling price that the wholesaler allows, in cents of `netCurrency`; null: not stated. */
  minimumPriceCents: number | null;
  /** `local`: for one country. `global`: for several. */
  kind: 'local' | 'global';
  /** ISO 3166-1 alpha-2. */
  countryCodes: string[];
  /** By country code. */
  networks: Record<string, Operator[]>;
  facts: PlanFacts;
  /** The daily terms of an unlimited plan; null for others. */
  unlimitedTerms: UnlimitedTerms | null;
};

/** A listed package that cannot be sold; `packageId` is the id in the list. */
export type PackageRefusal = {
  packageId: string;
  /**
   * `daily-plan`: its data is limited by the day, or not at all. `id-taken`: another wholesaler has a package of this id
   * (see `wholesale_packages_id`).
   */
  reason: 'duplicate' | 'negative' | 'zero-days' | 'unknown-currency' | 'daily-plan' | 'unreadable' | 'id-taken';
};

/** The configured wholesalers, as the catalogue uses them. */
export type PackageSources = {
  all(): readonly WholesalePackages[];
  find(name: string): WholesalePackages | null;
};
