import { formatLanguage } from '../../../i18n/format.ts';
import type { Translator } from '../../../i18n/i18n.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { FoundPlace } from './shop-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { RichText } from '../../components/rich-text.tsx';

/** The line under the search field: which place is shown, and why a search for something else found it. */
export function WhyFound({ place, query }: { place: FoundPlace | null; query: string }) {
  const { t, locale } = useTranslation();
  return (
    <p className="shop-why">
      <RichText
        text={place === null ? t('shop.why.none', { query: plain(query) }) : why(place, query, t, locale)}
        parts={{ b: (words) => <b className="strong">{words}</b>, mark: (words) => <mark>{words}</mark> }}
      />
    </p>
  );
}

function why({ name: names, reason }: FoundPlace, query: string, t: Translator, locale: Locale): string {
  const values = { name: names[locale], text: reason.text, query: plain(query) };
  if (reason.typo) return t('shop.why.typo', values);
  if (reason.kind !== 'name') return t(`shop.why.${reason.kind}`, values);
  if (reason.locale === null || reason.locale === locale) return t('shop.why.name', values);
  return t('shop.why.otherLanguage', { ...values, language: formatLanguage(reason.locale, locale) });
}

/** What somebody typed is no markup of ours: a sign that nobody sees keeps `<b>` from being read as such. */
const plain = (query: string) => query.replaceAll('<', '<\u200b');
