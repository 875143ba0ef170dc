import type { SavedCardView } from '../../../shared/views.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';

/** The eSIM that an auto top-up is for, by what was bought: `France 3GB`. */
export function useUseWords() {
  const { t, locale } = useTranslation();
  const format = useFormat();
  return ({ name, forPlace, dataMb }: SavedCardView['autoTopUps'][number]) =>
    t('cards.esim', { place: (forPlace?.name ?? name)[locale], data: format.data(dataMb) });
}
