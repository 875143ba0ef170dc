import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';

/** Formats a part of the sum: in MB below a gigabyte, so that small parts can be compared and the sum be verified. */
export function useAmount(): (mb: number) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return (mb) => (mb < 1024 ? t('data.mb', { mb: Math.round(mb) }) : format.data(mb));
}
