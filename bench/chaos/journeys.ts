import type { NoticeKind } from '#src/shared/notices.ts';
import type { Act, Life, LifePlan } from '#sandbox/kit/life.ts';
import type { Random } from './random.ts';

/** An eSIM at its wholesaler: what happened to it, and what was bought. */
export type Lived = { life: Life; plan: LifePlan };

/** What happens to an eSIM next, as one write at its wholesaler. */
export type Step = (plan: LifePlan) => Act[];

const DAY_MS = 86_400_000;
const HOURS_A_STEP = 20;
const DATA = [
  ['data-100', 100],
  ['data-90', 90],
  ['data-75', 75],
] as const satisfies [NoticeKind, number][];

const SWITCHED_ON: Act[] = ['install', 'enable'];

/** So much of the data is used in all: far enough from each threshold for wholesalers that round. */
const spend =
  (percent: number, before = 0): Step =>
  ({ dataMb, countries }) => {
    const country = countries[0] ?? 'FR';
    return [{ country }, { use: (((dataMb ?? 0) * (percent - before)) / 100) * ROUNDED_UP, country }];
  };
/** Wholesalers report whole megabytes. */
const ROUNDED_UP = 1.002;

const switchOn =
  (then: Step): Step =>
  (plan) => [...SWITCHED_ON, { country: plan.countries[0] ?? 'FR' }, ...then(plan)];
/** So many days are left when the wholesaler is first asked. */
const passUntil =
  (daysLeft: number, also: Step = spend(10)): Step =>
  (plan) => [...also(plan), passes((plan.days - daysLeft) * 24)];
const passes = (hours: number): Act => ({ pass: { days: 0, hours, minutes: 0 } });
const pass: Step = () => [passes(HOURS_A_STEP)];

/**
 * What may become of an eSIM: its data is used step by step or at once, it nears its end, both, or it is over before
 * anybody looks. An end moves by less than a day at a time, because the store doubts a larger move.
 */
const JOURNEYS: readonly [() => Step[], ...(() => Step[])[]] = [
  () => [switchOn(spend(10)), spend(80, 10), spend(95, 80), spend(100, 95)],
  () => [switchOn(spend(70)), spend(80, 70), spend(95, 80)],
  () => [switchOn(spend(70)), spend(95, 70), spend(100, 95)],
  () => [switchOn(spend(95))],
  () => [switchOn(spend(100))],
  () => [switchOn(spend(70))],
  () => [switchOn(passUntil(2.5)), pass, pass],
  () => [switchOn(passUntil(2.5, spend(80))), pass, spend(95, 80), pass],
  () => [switchOn(passUntil(0.6))],
  () => [switchOn(passUntil(4.5)), spend(70, 10)],
  () => [switchOn(passUntil(-1, spend(95)))],
];

export const randomJourney = (random: Random): Step[] => random.pick(JOURNEYS)();

/** The notices that are due about an eSIM in this state. */
export function dueOf({ life, plan }: Lived, now: number): NoticeKind[] {
  if (life.plan !== 'active' && life.plan !== 'finished') return [];
  const data = DATA.flatMap(([kind, percent]) =>
    plan.dataMb !== null && life.usedMb * 100 >= percent * plan.dataMb ? kind : [],
  );
  const daysLeft = (life.endsAt - now) / DAY_MS;
  if (life.plan !== 'active' || daysLeft > 3) return data;
  return [...data, daysLeft > 1 ? 'ends-3d' : 'ends-1d'];
}

/** The highest data threshold among these notices: the only one that is sent when several are passed at once. */
export const highestOf = (kinds: readonly NoticeKind[]): NoticeKind | undefined =>
  DATA.map(([kind]) => kind).find((kind) => kinds.includes(kind));
