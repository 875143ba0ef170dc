import type { Operator, PlanFacts, UnlimitedTerms } from './types.ts';

/** The port through which the catalogue reads what the wholesaler sells. */
export type WholesalePackages = {
  /** Everything on sale, all pages, and what of the list can't be sold. */
  packages(): Promise<{ packages: WholesalePackage[]; refused: PackageRefusal[] }>;
};

/** A package the wholesaler sells now. `dataMb` counts 1 GB as 1024 MB and is 0 when `unlimited`; names are text, not HTML. */
export type WholesalePackage = {
  packageId: string;
  title: string;
  operator: string;
  dataMb: number;
  unlimited: boolean;
  days: number;
  /** What we pay, in US cents, rounded up. */
  netPriceCents: number;
  /** The lowest price at which the wholesaler lets us sell, in US cents; null: not stated. */
  minimumPriceCents: number | null;
  /** For one country, or for several. */
  kind: 'local' | 'global';
  /** ISO 3166-1 alpha-2. */
  countryCodes: string[];
  /** By country code. */
  networks: Record<string, Operator[]>;
  facts: PlanFacts;
  /** What an unlimited plan gives a day; null for others. */
  unlimitedTerms: UnlimitedTerms | null;
};

/** A package that is listed and can't be sold; `packageId` is what its list calls it. */
export type PackageRefusal = {
  packageId: string;
  reason: 'duplicate' | 'negative' | 'zero-days' | 'unknown-currency' | 'unreadable';
};
