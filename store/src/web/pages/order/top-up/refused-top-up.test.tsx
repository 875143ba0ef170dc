import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { translator } from '../../../../i18n/i18n.ts';
import { LOCALES, type Locale } from '../../../../shared/locale.ts';
import { DEFAULT_CURRENCY } from '../../../../shared/money.ts';
import { TOP_UP_REASONS, type TopUpReason } from '../../../../shared/top-up.ts';
import type { OrderLineView, OrderView } from '../../../../shared/views.ts';
import { PageTranslation, TranslationProvider } from '../../../translation.tsx';
import { RefusedTopUp } from './refused-top-up.tsx';

/** What the sheet and the page say when nothing can be added: why, and what to do instead. */

const line = {
  offerKind: 'local',
  offerSlug: 'france',
  name: { en: 'France', fr: 'France' },
  forPlace: null,
  planId: 'france-3gb',
  dataMb: 3072,
  unlimited: null,
  days: 30,
  price: { amount: 1100, currency: DEFAULT_CURRENCY },
  priceNow: { amount: 1200, currency: DEFAULT_CURRENCY },
} as unknown as OrderLineView;
const order = { id: 'an-order', lines: [line] } as unknown as OrderView;

const htmlOf = (reason: TopUpReason, locale: Locale) =>
  renderToStaticMarkup(
    <TranslationProvider initial={locale} translator={translator}>
      <MemoryRouter>
        <PageTranslation>
          <RefusedTopUp order={order} line={line} number={1} reason={reason} onLook={() => undefined} />
        </PageTranslation>
      </MemoryRouter>
    </TranslationProvider>,
  );

test.each(TOP_UP_REASONS.flatMap((reason) => LOCALES.map((locale) => [reason, locale] as const)))(
  '%s in %s: why, and a new eSIM on the same trip or the page that has the right one',
  (reason, locale) => {
    const html = htmlOf(reason, locale);
    const titles = TOP_UP_REASONS.map((each) => /<h2[^>]*>([^<]+)<\/h2>/.exec(htmlOf(each, locale))![1]);
    expect(new Set(titles).size).toBe(TOP_UP_REASONS.length);
    const isAtOrder = reason === 'not-ready' || reason === 'replaced';
    expect(html.includes('/plans/local/france?plan=france-3gb')).toBe(!isAtOrder);
    expect(html.includes('href="/orders/an-order')).toBe(isAtOrder || reason === 'unavailable-now');
    expect(html).not.toContain('topup.');
  },
);
