import { formatLanguage, formatList } from '../i18n/format.ts';
import { useRootData } from './root-data.ts';
import { useTranslation } from './translation.tsx';

/**
 * What pages may say about support. The specification's claims ("24/7", "10+ languages") where the merchant's facts
 * carry them, the facts otherwise.
 */
export function useSupportWords() {
  const { t, locale } = useTranslation();
  const { always, hours, languages, manyLanguages } = useRootData().support;
  // The reader's own language comes first.
  const ordered = languages.toSorted((a, b) => Number(b === locale) - Number(a === locale));
  const list = formatList(
    ordered.map((code) => t('chrome.assistance.language', { language: formatLanguage(code, locale) })),
    locale,
  );
  return {
    /** Somebody answers now, whatever the time is. */
    always,
    /** `24/7 customer support`. */
    hours: always ? t('chrome.assistance.always') : t('chrome.assistance.byEmail'),
    /** The hours in a sentence of their own. */
    hoursText: always ? t('chrome.assistance.alwaysText') : (hours?.[locale] ?? t('chrome.assistance.byEmailText')),
    /** `Support in 10+ languages`. */
    languages: manyLanguages ? t('chrome.assistance.many') : t('chrome.assistance.in', { languages: list }),
    languagesText: manyLanguages ? t('chrome.assistance.manyText') : t('chrome.assistance.inText'),
    /** The line of the footer. */
    pitch: manyLanguages ? t('chrome.footer.pitch') : t('chrome.footer.pitchIn', { languages: list }),
    /** `English, French and German`. */
    names: formatList(
      ordered.map((code) => formatLanguage(code, locale)),
      locale,
    ),
  };
}
