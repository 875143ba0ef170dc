import type { Operator, PlanFacts, UnlimitedTerms } from './types.ts';

/** Port: reads the packages that the wholesaler sells. */
export type WholesalePackages = {
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
  /** Net price, in US cents, rounded up. */
  netPriceCents: number;
  /** The lowest selling price that the wholesaler allows, in US cents; null: not stated. */
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
  reason: 'duplicate' | 'negative' | 'zero-days' | 'unknown-currency' | 'unreadable';
};
