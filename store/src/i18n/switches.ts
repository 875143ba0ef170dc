import type { Locale, Localized } from '../shared/locale.ts';
import { formatData, formatList } from './format.ts';
import type { Translator } from './i18n.ts';

/** Days of one eSIM (its index in the order) between two switches of a trip. */
export type DayLeg = {
  esim: number;
  first: number;
  last: number;
  places: readonly Localized[];
  /** What is still on it when these days start, in MB; missing or null: not known. */
  leftMb?: number | null;
  /** True when the eSIM is not delivered. */
  missing?: boolean;
};

/** The names of several eSIMs. Where a name repeats, each one has its number in the order. */
export function numberedNames(t: Translator, names: readonly string[]): string[] {
  return names.map((plan, at) =>
    names.indexOf(plan) === names.lastIndexOf(plan) ? plan : t('switches.numbered', { plan, number: at + 1 }),
  );
}

/** Every switch of a trip in order: `Day 10`, `Back to France 3GB`, and what to do. `names`: of the eSIMs. */
export function describeSwitches(
  t: Translator,
  locale: Locale,
  { legs, names }: { legs: readonly DayLeg[]; names: readonly string[] },
): { esim: number; day: string; name: string; text: string }[] {
  return legs.map((leg, at) => {
    const { esim, first, last, places, leftMb, missing } = leg;
    const before = legs[at - 1];
    const isBack = legs.slice(0, at).some((each) => each.esim === esim);
    const plan = names[esim] ?? '';
    const name = isBack ? t('switches.back', { plan }) : plan;
    const where = t(first === last ? 'switches.whereOneDay' : 'switches.where', {
      places: formatList([...new Set(places.map((place) => place[locale]))], locale),
      first,
      last,
    });
    const action = (): string => {
      if (missing) return t('switches.missing');
      if (isBack) {
        return leftMb == null ? t('switches.same') : t('switches.sameLeft', { left: formatData(leftMb, locale) });
      }
      if (before === undefined) return t('switches.arrive');
      const sameStay = before.places.at(-1)?.[locale] === places[0]?.[locale];
      return sameStay ? t('switches.after', { plan: names[before.esim] ?? '' }) : t('switches.choose');
    };
    return { esim, day: t('switches.day', { day: first }), name, text: `${where} ${action()}` };
  });
}
