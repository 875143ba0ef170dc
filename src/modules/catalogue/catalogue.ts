import type { Money } from '../../shared/money.ts';

export type OfferKind = 'local' | 'regional' | 'global';

/** What can be bought. `id` is stable and public (`france-3gb`); 1 GB is 1024 MB. */
export type Plan = {
  id: string;
  offerSlug: string;
  dataMb: number;
  days: number;
  price: Money;
  /** False while the wholesaler's package fails our check: shown as unavailable, cannot be bought. */
  available: boolean;
};

export type NetworkGeneration = '4G' | '5G';

/** A consumer network a traveller may connect to (data/operators). */
export type Operator = { name: string; generations: NetworkGeneration[] };

/** Facts about an offer that a person reads as a feature line; words are in `src/i18n` under `features.<id>`. */
export type FeatureId = 'data-only' | 'keeps-number' | 'qr-delivery' | 'starts-on-first-use' | 'no-contract';

/** A destination with its plans. The name is looked up in `src/i18n` under `offers.<slug>`. */
export type Offer = {
  slug: string;
  kind: OfferKind;
  /** File name under /flags, e.g. `fr`, `tz`, `eu`, `globe`. */
  flag: string;
  plans: Plan[];
  /** Country offers: two or three networks; others: none. */
  operators: Operator[];
  /** Country offers: `4G` or `4G, 5G`; others: null. */
  coverage: '4G' | '4G, 5G' | null;
  /** Regional and global offers: 190 for "190+ countries"; others: null. */
  regionCount: number | null;
  features: FeatureId[];
};
