import { describeData } from '../../i18n/describe.ts';
import { formatCountry, formatData, formatDate, formatMoney, formatSpeed } from '../../i18n/format.ts';
import { translator } from '../../i18n/i18n.ts';
import { factsOfPlan } from '../../i18n/plan-facts.ts';
import { BRAND } from '../../shared/brand.ts';
import type { Locale, Localized } from '../../shared/locale.ts';
import { addressIn } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Sheet } from './pdf/sheet.ts';

type Details = NonNullable<Awaited<ReturnType<Catalogue['destination']>>>;
type Family = NonNullable<Details['offer']> | Details['wide'][number];

/** A plan as its page at a destination states it. */
export type PlanOnSheet = {
  locale: Locale;
  now: Date;
  destination: Details['destination'];
  family: Pick<Family, 'name' | 'operators' | 'coverage' | 'kind'>;
  plan: Family['plans'][number];
  facts: Details['facts'][string];
  /** Whether the merchant states the tax inside the prices. */
  isTaxStated: boolean;
  /** How many countries the destination covers; null: it is one. */
  countries: number | null;
  /** Where the data leaves to the internet, with our name of it; without one it has its usual name. */
  exitCountry: { code: string; name: Localized | null } | null;
};

/** The facts of a plan with all their words. */
export function factSheetOf({ publicUrl }: { publicUrl: string }, of: PlanOnSheet): Sheet {
  const { locale, destination, family, plan, facts, countries, exitCountry } = of;
  const t = translator(locale);
  const days = (count: number) => t('plans.days', { count });
  // The day, and not the moment: the same sheet all day.
  const today = `${of.now.toISOString().slice(0, 10)}T00:00:00.000Z`;
  const date = formatDate(today, locale, 'UTC');
  const name = `${family.name[locale]}, ${describeData(plan, locale)}`;
  const page = publicUrl + addressIn(locale, paths.offer(destination));
  const column = (label: string, lines: string[]) => ({ width: 1, parts: [{ label, lines }] });
  return {
    locale,
    title: `${t('paper.facts.title')}: ${name}`,
    issuedAt: today,
    foot: t('paper.facts.state', { date, url: page.replace(/^https?:\/\//, '') }),
    pageOf: t('paper.page', { page: '{{page}}', pages: '{{pages}}' }),
    blocks: [
      { kind: 'head', brand: BRAND, title: t('paper.facts.title'), number: null },
      {
        kind: 'columns',
        columns: [
          column(t('paper.facts.plan'), [name]),
          column(t('paper.facts.validity'), [days(plan.days)]),
          column(t('paper.facts.price'), [
            formatMoney(plan.price, locale),
            t(of.isTaxStated ? 'paper.facts.priceText' : 'paper.facts.priceOn', { date }),
          ]),
        ],
      },
      {
        kind: 'facts',
        rows: factsOfPlan(
          {
            plan,
            facts,
            operators: family.operators,
            coverage: family.coverage,
            isWide: family.kind !== 'local',
            countries,
            exitCountry: exitCountry && (exitCountry.name?.[locale] ?? formatCountry(exitCountry.code, locale)),
          },
          {
            t,
            days,
            data: (megabytes) => formatData(megabytes, locale),
            speed: (kbps) => formatSpeed(kbps, locale),
          },
        ),
      },
    ],
  };
}
