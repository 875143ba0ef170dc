import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { translator } from '../../../../i18n/i18n.ts';
import type { Locale } from '../../../../shared/locale.ts';
import { DEFAULT_CURRENCY } from '../../../../shared/money.ts';
import type { EsimInstallView, OrderLineView, OrderView } from '../../../../shared/views.ts';
import { GUEST } from '../../../api.ts';
import { NowProvider } from '../../../components/account/now.tsx';
import { PageTranslation, TranslationProvider } from '../../../translation.tsx';
import { DailyUse } from './daily-use.tsx';
import { UsagePanel } from './usage-panel.tsx';

/** What the page says of figures that only weeks of use, or a wholesaler that fails, would show. */

const NOW = '2026-11-20T12:00:00.000Z';
const inUse = {
  planState: 'active',
  profileState: 'enabled',
  installed: true,
  dataMb: 3072,
  remainingMb: 461,
  unlimited: null,
  validFrom: '2026-11-14T08:00:00.000Z',
  validUntil: '2026-12-14T08:00:00.000Z',
  usageAt: '2026-11-20T11:56:00.000Z',
  reportsEveryMinutes: 20,
  awaySince: null,
  pace: null,
  history: [],
  plans: [],
} as unknown as EsimInstallView;
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
  stated: null,
} as unknown as OrderLineView;
const order = { id: 'an-order', readingUsage: false, lines: [line] } as unknown as OrderView;

/** The text as the server renders it, with a space between elements. */
function pageOf(esim: EsimInstallView, locale: Locale = 'en', shown: OrderLineView = line): string {
  const html = renderToStaticMarkup(
    <TranslationProvider initial={locale} translator={translator}>
      <MemoryRouter>
        <PageTranslation>
          <NowProvider at={NOW}>
            <UsagePanel order={order} line={shown} esim={esim} number={1} caller={GUEST} />
            <DailyUse esim={esim} />
          </NowProvider>
        </PageTranslation>
      </MemoryRouter>
    </TranslationProvider>,
  );
  return html
    .replaceAll(/aria-label="([^"]*)"[^>]*>/g, '>$1')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/ +/g, ' ');
}

const pace = (endsAt: string, enough: boolean, perDayMb = 164) => ({ ...inUse, pace: { perDayMb, endsAt, enough } });

test('what is left, of which day, and how old the figure may be', () => {
  const text = pageOf(inUse);
  expect(text).toContain('Data left 0.45GB of 3GB');
  expect(text).toContain('Day 7 of 30 until Dec 14, 2026');
  expect(text).toContain('Data used');
  expect(text).toContain('84% used 3GB');
  expect(text).toContain('Updated on Nov 20, 2026, 11:56 AM UTC. The network reports about every 20 minutes.');
  expect(text).not.toContain('At this pace');
  expect(pageOf({ ...inUse, reportsEveryMinutes: 180 })).toContain('The network reports about every 3 hours.');
  expect(pageOf(inUse, 'fr')).toContain('Données restantes 0,45\u00a0Go sur 3\u00a0Go');
});

test('the pace, in days that people say', () => {
  expect(pageOf(pace('2026-11-24T20:00:00.000Z', false))).toContain(
    'At this pace until Tuesday. That is 19 days before the plan ends. You use 0.16GB a day.',
  );
  expect(pageOf(pace('2026-11-24T20:00:00.000Z', false), 'fr')).toContain(
    'À ce rythme, jusqu’à mardi. C’est 19 jours avant la fin du forfait. Vous utilisez 0,16\u00a0Go par jour.',
  );
  expect(pageOf(pace('2026-11-21T20:00:00.000Z', false))).toContain('At this pace until tomorrow.');
  expect(pageOf(pace('2026-12-02T20:00:00.000Z', false), 'fr')).toContain('À ce rythme, jusqu’au 2 déc. 2026.');
  expect(pageOf(pace('2026-12-14T08:00:00.000Z', true, 20))).toContain('Enough to the end. You use 20MB a day.');
  expect(pageOf(pace('2026-11-20T11:00:00.000Z', false))).not.toContain('pace');
});

test('a wholesaler that does not answer: since when, and that the figures are old', () => {
  const text = pageOf({ ...inUse, awaySince: '2026-11-20T11:00:00.000Z', usageAt: '2026-11-20T10:40:00.000Z' });
  expect(text).toContain('No answer from the network operator’s system since Nov 20, 2026, 11:00 AM UTC.');
  expect(text).toContain('These are the last figures we have.');
  expect(text).toContain('Updated on Nov 20, 2026, 10:40 AM UTC.');
  expect(text).toContain('0.45GB');
});

test('an unlimited plan: what is stated for it and its days, and no meter', () => {
  const unlimited = { ...inUse, dataMb: 0, remainingMb: 0, unlimited: { dailyMb: 1024, thenKbps: 512 } };
  const text = pageOf(unlimited);
  expect(text).toContain('Data left Unlimited 23 days left until Dec 14, 2026');
  expect(text).toContain('Full speed for 1GB a day, then 512 kbps until the next day.'.replace('512 ', '512\u00a0'));
  expect(text).not.toContain('Data used');
  expect(text).not.toContain('used');
  expect(pageOf({ ...unlimited, unlimited: { dailyMb: null, thenKbps: null } })).toContain(
    'Nothing is stated about a slower speed.',
  );
  expect(pageOf(unlimited, 'fr')).toContain('Il vous reste 23 jours');
});

test('the daily use: each figure, a summary, and a table', () => {
  const history = [2950, 2750, 2400].map((remainingMb, index) => ({
    at: `2026-11-${14 + index}T21:00:00.000Z`,
    remainingMb,
  }));
  const text = pageOf({ ...inUse, history, plans: [{}] } as unknown as EsimInstallView);
  expect(text).toContain('Data used per day, Nov 14 to Nov 16. Most on Nov 16: 0.34GB.');
  expect(text).toContain('0.12GB 14 0.2GB 15 0.34GB 16');
  expect(text).toContain('Day Used Left Nov 16 0.34GB 2.3GB Nov 15 0.2GB 2.7GB Nov 14 0.12GB 2.9GB');
});

test('more data: a top-up and a new eSIM side by side, as far as each helps', () => {
  const topUp = 'Top up this eSIM More data on the same eSIM. Nothing to install.';
  const again = 'Buy again A new France eSIM, 3GB for $12.00. For a second phone or the next trip.';
  expect(pageOf(inUse)).toContain(topUp);
  expect(pageOf(inUse)).toContain(again);
  expect(pageOf({ ...inUse, planState: 'finished' })).toContain(topUp);
  const noMore = { ...line, stated: { networks: [], hotspot: null, topUp: false, exitCountry: null } };
  for (const none of [pageOf({ ...inUse, planState: 'not_active' }), pageOf(inUse, 'en', noMore)]) {
    expect(none).not.toContain('Top up');
    expect(none).toContain(again);
  }
  expect(pageOf(inUse, 'en', noMore)).toContain('This eSIM can’t be topped up: its operator adds no data to it.');
  const ended = pageOf({ ...inUse, planState: 'expired' });
  expect(ended.indexOf(again)).toBeLessThan(ended.indexOf('Top up this eSIM Its days are over.'));
  expect(ended).toContain('Some operators still add a plan: we ask them, and say so if not. Top up');
});

test('what is left of an eSIM that was deleted comes first, for another phone', () => {
  const deleted: EsimInstallView = { ...inUse, profileState: 'deleted' };
  const left = { ...line, rest: { leftMb: 2355, leftDays: 24, endsAt: '2026-12-14T08:00:00.000Z' } };
  const text = pageOf(deleted, 'en', left);
  expect(text).toContain('2.3GB left, until Dec 14, 2026. A new eSIM can take it over. I changed my phone');
  expect(text.indexOf('I changed my phone')).toBeLessThan(text.indexOf('Buy again'));
  expect(text).toContain('This eSIM was deleted, so it can’t be topped up.');
  expect(text).not.toContain('Going again?');
  expect(pageOf(deleted, 'fr', left)).toContain('Une nouvelle eSIM peut le reprendre. J’ai changé de téléphone');
});
