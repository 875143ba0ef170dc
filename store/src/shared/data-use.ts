/**
 * The data use per hour away from Wi-Fi. Each rate is a bit rate, so that it can be verified: kbit/s times 3,600 s over
 * 8 is the data of an hour, in both directions together. Apps differ: where an app's maker publishes a figure it is
 * named; the others are our rounded assumptions.
 */
export const ACTIVITIES = [
  /** Assumption: map tiles and a route in vector form. */
  { id: 'maps', kbps: 12, most: 180, usual: 60 },
  /** Assumption: texts, and an occasional photo. */
  { id: 'messages', kbps: 24, most: 180, usual: 60 },
  /** Assumption: pictures alternating with short clips. */
  { id: 'social', kbps: 330, most: 180, usual: 30 },
  /** Spotify's quality "Normal". */
  { id: 'music', kbps: 96, most: 240, usual: 60 },
  /** Assumption: a voice codec with its packets' headers, both ways. */
  { id: 'calls', kbps: 100, most: 180, usual: 15 },
  /** Assumption: a one-to-one call in high quality, about 0.75 Mbit/s each way. */
  { id: 'video', kbps: 1500, most: 180, usual: 15 },
  /** About what YouTube and Netflix give for 480p. */
  { id: 'films', kbps: 1000, most: 180, usual: 0 },
  /** Assumption: mail, documents and the web on a laptop. */
  { id: 'hotspot', kbps: 330, most: 180, usual: 12 },
] as const;

export type ActivityId = (typeof ACTIVITIES)[number]['id'];
/** Minutes per day. */
export type Use = Record<ActivityId, number>;

export const MAX_DAYS = 365;
const USUAL_DAYS = 10;

/** MB per hour. A MB is a million bytes here, as in networks; a GB of a plan is 1024 of them. */
export const mbPerHour = (kbps: number): number => (kbps * 3600) / 8 / 1000;

/** MB by activity over some days: whole MB, rounded up, so that the parts a reader sees add up to the total. */
export function dataUse(use: Use, days: number): Record<ActivityId, number> {
  return Object.fromEntries(
    ACTIVITIES.map(({ id, kbps }) => [id, Math.max(0, Math.ceil((mbPerHour(kbps) * use[id] * days) / 60 - 1e-6))]),
  ) as Record<ActivityId, number>;
}

export const totalMb = (use: Use, days: number): number =>
  Object.values(dataUse(use, days)).reduce((sum, mb) => sum + mb, 0);

export type DataQuestion = { slug: string | null; days: number; use: Use };

/** Parses the page's URL: `?to=france&days=10&maps=60&video=0`. Invalid values become the default. */
export function readDataQuestion(search: URLSearchParams): DataQuestion {
  const number = (name: string, most: number, usual: number): number => {
    const text = search.get(name) ?? '';
    return /^\d{1,4}$/.test(text) && Number(text) <= most ? Number(text) : usual;
  };
  const days = number('days', MAX_DAYS, USUAL_DAYS);
  return {
    slug: search.get('to')?.slice(0, 80) || null,
    days: days === 0 ? USUAL_DAYS : days,
    use: Object.fromEntries(ACTIVITIES.map(({ id, most, usual }) => [id, number(id, most, usual)])) as Use,
  };
}

/** True when the URL contains no question. */
export const isPlainDataQuestion = (search: URLSearchParams): boolean =>
  !['to', 'days', ...ACTIVITIES.map(({ id }) => id)].some((name) => search.has(name));

/** The query string, without default values. */
export function dataQuery({ slug, days, use }: DataQuestion): string {
  const parts = [
    ...(slug === null ? [] : [`to=${encodeURIComponent(slug)}`]),
    ...(days === USUAL_DAYS ? [] : [`days=${days}`]),
    ...ACTIVITIES.flatMap(({ id, usual }) => (use[id] === usual ? [] : [`${id}=${use[id]}`])),
  ];
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

type Sellable = {
  dataMb: number;
  /** A daily limit that is not stated (null) counts as none. */
  unlimited: { dailyMb: number | null } | null;
  days: number;
  price: { amount: number };
  available: boolean;
};

/** The cheapest plan with enough data and days; at the same price the one with more to spare. */
export function fittingPlan<P extends Sellable>(plans: readonly P[], needMb: number, days: number): P | null {
  const fits = ({ available, unlimited, dataMb, days: length }: P): boolean =>
    available && length >= days && (unlimited === null ? dataMb : (unlimited.dailyMb ?? Infinity) * days) >= needMb;
  return plans
    .filter(fits)
    .reduce<P | null>(
      (best, plan) =>
        best === null ||
        plan.price.amount < best.price.amount ||
        (plan.price.amount === best.price.amount && plan.dataMb > best.dataMb)
          ? plan
          : best,
      null,
    );
}

/**
 * The cheapest plan that is too small, and the last whole day that it covers; null when the fitting one is the
 * cheapest.
 */
export function shorterPlan<P extends Sellable>(
  plans: readonly P[],
  fitting: P,
  mbPerDay: number,
): { plan: P; day: number } | null {
  const cheaper = plans
    .filter(({ available, unlimited, price }) => available && unlimited === null && price.amount < fitting.price.amount)
    .map((plan) => ({ plan, day: Math.min(plan.days, Math.floor(plan.dataMb / Math.max(1, mbPerDay))) }))
    .filter(({ day }) => day >= 1);
  return cheaper.reduce<(typeof cheaper)[number] | null>((a, b) => (a === null || b.day > a.day ? b : a), null);
}
