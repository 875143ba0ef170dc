import { translator } from '../../i18n/i18n.ts';
import { BRAND } from '../../shared/brand.ts';
import type { Locale } from '../../shared/locale.ts';
import type { Merchant } from '../../shared/merchant.ts';
import { addressIn } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';
import { MODEL_FORM_DATE, MODEL_FORM_LINES, modelFormTo } from '../../shared/withdrawal.ts';
import type { Sheet } from './pdf/sheet.ts';

/** The model withdrawal form of the law as a sheet with lines to fill in (annex I(B) of Directive 2011/83/EU). */
export function withdrawalSheetOf(
  { publicUrl, merchant }: { publicUrl: string; merchant: Merchant },
  locale: Locale,
): Sheet {
  const t = translator(locale);
  const merchantFacts = modelFormTo(merchant);
  const to =
    merchantFacts.length === 0
      ? t('withdraw.model.toShop', { brand: BRAND })
      : t('withdraw.model.to', { merchant: merchantFacts.join(', ') });
  const page = publicUrl + addressIn(locale, paths.withdraw());
  return {
    locale,
    title: t('withdraw.model.title'),
    issuedAt: MODEL_FORM_DATE,
    foot: t('withdraw.model.foot', { url: page.replace(/^https?:\/\//, '') }),
    pageOf: t('paper.page', { page: '{{page}}', pages: '{{pages}}' }),
    blocks: [
      { kind: 'head', brand: BRAND, title: t('withdraw.model.short'), number: null },
      { kind: 'text', text: t('withdraw.model.hint') },
      { kind: 'text', text: to },
      { kind: 'text', text: t('withdraw.model.declare') },
      { kind: 'blanks', labels: MODEL_FORM_LINES.map((line) => t(`withdraw.model.${line}`)) },
    ],
  };
}
