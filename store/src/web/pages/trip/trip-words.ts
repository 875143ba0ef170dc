import { formatList } from '../../../i18n/format.ts';
import { numberedNames } from '../../../i18n/switches.ts';
import type { TripEsim, TripLine, TripMix } from '../../../modules/trip/types.ts';
import { useFormat } from '../../format.ts';
import type { TripData } from './trip-loader.ts';
import { useTranslation } from '../../translation.tsx';

/** The names of a trip's plans, stops and mixes in the current language. */
export function useTripWords({ stops }: Pick<TripData, 'stops'>) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const plan = ({ offer, plan: each }: Pick<TripEsim, 'offer' | 'plan'>): string =>
    `${offer.name[locale]} ${format.planData(each)}`;
  const line = (each: TripLine): string =>
    each.count === 1 ? plan(each) : t('trip.times', { plan: plan(each), count: each.count });
  const names = (indexes: readonly number[]): string[] => [
    ...new Set(indexes.map((at) => stops[at]!.place?.name[locale] ?? stops[at]!.slug)),
  ];
  return {
    plan,
    line,
    /** The name of each eSIM: `France 3GB`, with its number where several are of one plan. */
    esims: (esims: readonly TripEsim[]): string[] => numberedNames(t, esims.map(plan)),
    /** The names, which a message joins: `France and Italy`. */
    stops: names,
    /** `Europe 5GB and Morocco 3GB` */
    mix: ({ lines }: Pick<TripMix, 'lines'>): string => formatList(lines.map(line), locale),
  };
}
