import { describeData } from '../../i18n/describe.ts';
import { formatCountry, formatData, formatDate, formatMoney, formatSpeed } from '../../i18n/format.ts';
import { translator } from '../../i18n/i18n.ts';
import { factsOfPlan } from '../../i18n/plan-facts.ts';
import type { Catalogue } from '../../modules/catalogue/catalogue.ts';
import type { DocumentPrinter, Printed, Sheet } from '../../modules/documents/documents.ts';
import type { Tax } from '../../modules/tax/tax.ts';
import { BRAND } from '../../shared/brand.ts';
import type { Locale } from '../../shared/locale.ts';
import { addressIn } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';

type Ports = {
  publicUrl: string;
  clock: { now(): Date };
  catalogue: Pick<Catalogue, 'destination' | 'destinations' | 'coveredBy'>;
  documentPrinter: Pick<DocumentPrinter, 'draw'>;
  /** Whether the merchant states the tax inside the prices. */
  tax: Pick<Tax, 'home'>;
};

type Asked = { planId: string; place: string; locale: Locale };
type Details = NonNullable<Awaited<ReturnType<Catalogue['destination']>>>;

/** The facts of a plan as its page at a place states them, as PDF; null where that page has no such plan. */
export function createFactSheet(ports: Ports) {
  return async (asked: Asked): Promise<Printed | null> => {
    const details = await ports.catalogue.destination(asked.place);
    const sheet = details && (await sheetOf(ports, details, asked));
    if (!sheet) return null;
    const t = translator(asked.locale);
    const bytes = await ports.documentPrinter.draw([sheet], sheet.title);
    return { bytes, fileName: t('paper.fileName.factSheet', { name: asked.planId.replaceAll(/[^\w-]/g, '') }) };
  };
}

async function sheetOf(ports: Ports, details: Details, { planId, place, locale }: Asked): Promise<Sheet | null> {
  const { destination, offer, wide, facts } = details;
  const family = [...(offer ? [offer] : []), ...wide].find(({ plans }) => plans.some(({ id }) => id === planId));
  const plan = family?.plans.find(({ id }) => id === planId);
  const stated = facts[planId];
  if (!family || !plan || !stated) return null;

  const t = translator(locale);
  const days = (count: number) => t('plans.days', { count });
  // The day, and not the moment: the same sheet all day.
  const today = `${ports.clock.now().toISOString().slice(0, 10)}T00:00:00.000Z`;
  const date = formatDate(today, locale, 'UTC');
  const name = `${family.name[locale]}, ${describeData(plan, locale)}`;
  const page = ports.publicUrl + addressIn(locale, paths.offer(destination));
  const isCountry = destination.kind === 'local';
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
          { width: 1, parts: [{ label: t('paper.facts.plan'), lines: [name] }] },
          { width: 1, parts: [{ label: t('paper.facts.validity'), lines: [days(plan.days)] }] },
          {
            width: 1,
            parts: [
              {
                label: t('paper.facts.price'),
                lines: [
                  formatMoney(plan.price, locale),
                  t(ports.tax.home === null ? 'paper.facts.priceOn' : 'paper.facts.priceText', { date }),
                ],
              },
            ],
          },
        ],
      },
      {
        kind: 'facts',
        rows: factsOfPlan(
          {
            plan,
            facts: stated,
            operators: family.operators,
            coverage: family.coverage,
            isWide: family.kind !== 'local',
            countries: isCountry ? null : (await ports.catalogue.coveredBy(place)).length,
            exitCountry: stated.exitCountry && (await countryName(ports, stated.exitCountry, locale)),
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

/** Our name of a country, and the usual one of those without plans. */
async function countryName({ catalogue }: Ports, code: string, locale: Locale): Promise<string> {
  const all = await catalogue.destinations();
  const named = all.find(({ countryCode, within }) => countryCode === code && within === null);
  return named?.name[locale] ?? formatCountry(code, locale);
}
