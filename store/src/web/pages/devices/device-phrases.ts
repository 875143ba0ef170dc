import { formatDate, formatList } from '../../../i18n/format.ts';
import { nameOf } from '../../../shared/devices/device-name.ts';
import type { Device, SalePlace } from '../../../shared/devices/types.ts';
import { type BoughtIn, verdictOn } from '../../../shared/devices/verdict.ts';
import { useTranslation } from '../../translation.tsx';

/** True when no source that was read says which versions have an eSIM. */
export const isUnsure = ({ family }: Pick<Device, 'family'>): boolean =>
  family?.esim === 'depends' && family.checked === 'notes';

/** Texts about devices in the current language. */
export function useDeviceWords() {
  const { t, locale } = useTranslation();
  return {
    name: (device: Pick<Device, 'maker' | 'name'>) => nameOf(device, locale),
    /** `mainland China`, `Hong Kong and Macao`; in French with the preposition: `à Hong Kong et à Macao`. */
    sold: (places: readonly SalePlace[]) =>
      formatList(
        places.map((place) => t(`devices.sold.${place}`)),
        locale,
      ),
    /** The day on which a source was read: the same for every reader. */
    day: (date: string) => formatDate(date, locale, 'UTC'),
    verdictTitle(device: Pick<Device, 'family'>, boughtIn: BoughtIn): string {
      const { kind, simSlot } = verdictOn(device, boughtIn);
      if (kind === 'yes') return t(`devices.verdict.${simSlot === null ? 'yes' : simSlot ? 'yesSlot' : 'yesOnly'}`);
      if (kind === 'no' && boughtIn !== null && boughtIn !== 'other' && device.family?.esim !== 'no')
        return t('devices.verdict.noHere', { place: t(`devices.sold.${boughtIn}`) });
      if (kind === 'depends' && isUnsure(device)) return t('devices.verdict.unsure');
      return t(`devices.verdict.${kind === 'yes-unless' ? 'yesUnless' : kind}`);
    },
  };
}
