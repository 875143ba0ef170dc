import operatorsByOffer from '#data/operators/operators.json' with { type: 'json' };
import { usd } from '../../shared/money.ts';
import type { FeatureId, NetworkGeneration, Offer, OfferKind, Operator, Plan } from './catalogue.ts';

const MB_PER_GB = 1024;

/** [gigabytes, days, cents] */
type PlanRow = readonly [gb: number, days: number, cents: number];

/** Country prices: 1GB for 7 days; 3, 5 and 10GB for 30 days each (specification, section 9). */
const country = (oneGb: number, threeGb: number, fiveGb: number, tenGb: number): readonly PlanRow[] => [
  [1, 7, oneGb],
  [3, 30, threeGb],
  [5, 30, fiveGb],
  [10, 30, tenGb],
];
const HIGH = country(450, 1100, 1600, 2600);
const MIDDLE = country(400, 1000, 1500, 2500);
const LOW = country(350, 900, 1400, 2400);

/** Regional and global prices; here 3GB are for 15 days (specification, section 9). */
const region = (oneGb: number, threeGb: number, fiveGb: number, tenGb: number): readonly PlanRow[] => [
  [1, 7, oneGb],
  [3, 15, threeGb],
  [5, 30, fiveGb],
  [10, 30, tenGb],
];
const WORLD = region(900, 2400, 3500, 5900);
const CONTINENT = region(500, 1300, 2000, 3500);

/** True of every plan: a data-only profile, delivered as a QR code, prepaid, whose clock starts on first use. */
const FEATURES: readonly FeatureId[] = [
  'keeps-number',
  'starts-on-first-use',
  'no-contract',
  'qr-delivery',
  'data-only',
];

/** Everything we sell, in the specification's order; each plan still without the outcome of its check. */
export const OFFERS: readonly Offer[] = [
  local('united-states', 'us', HIGH),
  local('france', 'fr', HIGH),
  local('spain', 'es', HIGH),
  local('egypt', 'eg', MIDDLE),
  local('morocco', 'ma', MIDDLE),
  local('namibia', 'na', HIGH),
  local('zanzibar', 'tz', MIDDLE),
  local('thailand', 'th', LOW),
  local('bali', 'id', LOW),
  local('costa-rica', 'cr', MIDDLE),
  local('mexico', 'mx', MIDDLE),
  local('belize', 'bz', HIGH),
  wide('global', 'global', 'globe', 190, WORLD),
  wide('europe', 'regional', 'europe', 30, CONTINENT),
  wide('africa', 'regional', 'africa', 25, CONTINENT),
  wide('americas', 'regional', 'americas', 35, CONTINENT),
  wide('asia', 'regional', 'asia', 20, CONTINENT),
];

/** Every plan of every offer. */
export const PLANS: readonly Plan[] = OFFERS.flatMap((offer) => offer.plans);

function local(slug: keyof typeof operatorsByOffer, flag: string, rows: readonly PlanRow[]): Offer {
  const operators = operatorsByOffer[slug].map(({ name, generations }) => ({
    name,
    generations: generations.filter(isGeneration),
  }));
  return {
    slug,
    kind: 'local',
    flag,
    plans: plansOf(slug, rows),
    operators,
    coverage: coverageOf(operators),
    regionCount: null,
    features: [...FEATURES],
  };
}

function wide(
  slug: string,
  kind: Exclude<OfferKind, 'local'>,
  flag: string,
  regionCount: number,
  rows: readonly PlanRow[],
): Offer {
  return {
    slug,
    kind,
    flag,
    plans: plansOf(slug, rows),
    operators: [],
    coverage: null,
    regionCount,
    features: [...FEATURES],
  };
}

function plansOf(slug: string, rows: readonly PlanRow[]): Plan[] {
  return rows.map(([gb, days, cents]) => ({
    id: `${slug}-${gb}gb`,
    offerSlug: slug,
    dataMb: gb * MB_PER_GB,
    days,
    price: usd(cents),
    available: false,
  }));
}

function coverageOf(operators: readonly Operator[]): '4G' | '4G, 5G' {
  return operators.some((operator) => operator.generations.includes('5G')) ? '4G, 5G' : '4G';
}

function isGeneration(value: string): value is NetworkGeneration {
  return value === '4G' || value === '5G';
}
