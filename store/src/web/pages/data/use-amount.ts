import { useTranslation } from '../../translation.tsx';

/** Formats a part of the sum in whole MB, however large, so that the parts can be compared and added. */
export function useAmount(): (mb: number) => string {
  const { t, locale } = useTranslation();
  return (mb) => t('data.mb', { mb: Math.round(mb).toLocaleString(locale) });
}
