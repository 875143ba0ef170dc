import type { ReactNode } from 'react';
import type { PlanFacts } from '../../../../modules/catalogue/types.ts';
import { formatAlternatives, formatCountry } from '../../../../i18n/format.ts';
import { paths } from '../../../../shared/paths.ts';
import { shopAddress, type ShopState } from '../../../../shared/shop/shop-address.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { buttonClass } from '../../../../ui/button.tsx';
import { Chip } from '../../../../ui/chip.tsx';
import { useFormat } from '../../../format.ts';
import type { ComparedPlan, ShopView } from '../shop-loader.ts';
import { useTranslation } from '../../../translation.tsx';
import { DottedMap } from '../../../components/dotted-map.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { usePlanName } from '../plan-rows.tsx';

type View = Extract<ShopView, { kind: 'comparison' }>;
type Line = { label: string; values: string[] };

/** `France, Europe or Global?`; of plans for one place, the plans. */
export function useComparedNames({ columns }: View): string {
  const { t, locale } = useTranslation();
  const planName = usePlanName();
  const places = columns.map(({ group }) => group.name[locale]);
  const names = new Set(places).size < places.length ? columns.map(planName) : places;
  return names.length < 2
    ? t('shop.compare.title')
    : t('shop.compare.which', { names: formatAlternatives(names, locale) });
}

/** Up to three plans side by side: differences first, common values once at the end. */
export function Comparison({ view, state }: { view: View; state: ShopState }) {
  const { t, locale } = useTranslation();
  const { columns } = view;
  return (
    <div className="wrap shop-comparison">
      <p>
        <PageLink className="link" to={shopAddress({ compare: [] }, state)}>
          {t('shop.compare.back')}
        </PageLink>
      </p>
      {view.missing && (
        <Alert tone="warning">{t(columns.length === 0 ? 'shop.compare.nothing' : 'shop.compare.missing')}</Alert>
      )}
      {view.place !== null && view.allWork && columns.length > 1 && (
        <p className="muted">{t('shop.compare.allWork', { name: view.place.name[locale] })}</p>
      )}
      {columns.length > 0 && <ComparisonTable view={view} />}
      <p className="small muted">{t('shop.compare.kept')}</p>
    </div>
  );
}

function ComparisonTable({ view }: { view: View }) {
  const { t } = useTranslation();
  const { columns } = view;
  const lines = useLines(view);
  const differs = ({ values }: Line) => columns.length < 2 || new Set(values).size > 1;
  const same = lines.filter((line) => !differs(line));
  return (
    <div className="card comparison" data-columns={columns.length}>
      <table>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <Head key={column.plan.id} column={column} columns={columns} place={view.place} />
            ))}
          </tr>
        </thead>
        <tbody>
          <WhereRow columns={columns} />
          {lines.filter(differs).map(({ label, values }) => (
            <Row key={label} label={label}>
              {values.map((value, i) => (
                <td key={columns[i]!.plan.id}>{value}</td>
              ))}
            </Row>
          ))}
          {same.length > 0 && (
            <Row label={t('shop.compare.same')}>
              <td colSpan={columns.length}>
                <ul className="comparison__same">
                  {same.map(({ label, values }) => (
                    <li key={label}>{t('shop.compare.line', { label, value: values[0] })}</li>
                  ))}
                </ul>
              </td>
            </Row>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** The places of each plan. */
function WhereRow({ columns }: { columns: View['columns'] }) {
  const { t, locale } = useTranslation();
  return (
    <Row label={t('shop.compare.where')}>
      {columns.map(({ plan, group }) => (
        <td key={plan.id}>
          <DottedMap
            className="comparison__map"
            src={paths.coverageMap(group.slug, { use: 'world' })}
            width={350}
            height={163}
          />
          {group.regionCount === null ? group.name[locale] : t('plans.regionCount', { count: group.regionCount })}
          {group.regionCount !== null && (
            <PageLink
              className="comparison__list link"
              to={`${paths.offer(group)}#countries`}
              aria-label={t('shop.compare.listOf', { name: group.name[locale] })}
            >
              {t('shop.compare.list')}
            </PageLink>
          )}
        </td>
      ))}
    </Row>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      {children}
    </tr>
  );
}

function Head({
  column,
  columns,
  place,
}: {
  column: ComparedPlan;
  columns: readonly ComparedPlan[];
  place: View['place'];
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = usePlanName()(column);
  const { plan } = column;
  const lowest = Math.min(...columns.filter((each) => each.plan.available).map((each) => each.plan.price.amount));
  const isLowest = columns.length > 1 && plan.available && plan.price.amount === lowest;
  return (
    <th scope="col">
      <span className="comparison__name">{name}</span>
      <span className="comparison__price money">{format.money(plan.price)}</span>
      <span className="comparison__per-gb muted money">{format.perGb(plan)}</span>
      <span className="comparison__badge">{isLowest && <Chip tone="accent">{t('shop.compare.lowest')}</Chip>}</span>
      {plan.available ? (
        <PageLink
          className={buttonClass({ variant: isLowest ? 'primary' : 'secondary', block: true })}
          to={paths.checkoutFor(place, plan)}
          aria-label={`${t('plans.select')}: ${name}`}
        >
          {t('plans.select')}
        </PageLink>
      ) : (
        <Chip>{t('plans.unavailable')}</Chip>
      )}
    </th>
  );
}

/** The compared properties, with one value for each plan. */
function useLines({ columns, place, added }: View): Line[] {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const line = (label: string, value: (column: ComparedPlan) => string): Line => ({
    label,
    values: columns.map(value),
  });
  const unknown = t('shop.compare.unknown');
  const stated = (value: boolean | null | undefined, yes: string, no: string) =>
    value == null ? unknown : value ? yes : no;
  const ifAdded = added.map(({ name, works, from }): Line => ({
    label: t('shop.compare.add', { name: name[locale] }),
    values: works.map((isCovered) =>
      t(isCovered ? 'shop.compare.covered' : 'shop.compare.second', { price: format.money(from) }),
    ),
  }));
  return [
    line(t('plans.columns.data'), ({ plan }) => format.planData(plan)),
    line(t('shop.compare.days'), ({ plan }) => format.days(plan.days)),
    line(
      place === null ? t('shop.compare.networks') : t('shop.compare.networksIn', { name: place.name[locale] }),
      ({ group }) =>
        group.operators.length > 0
          ? `${group.operators.join(', ')}${group.coverage === null ? '' : ` (${group.coverage})`}`
          : t(group.kind === 'local' ? 'shop.compare.unknown' : 'shop.compare.varies'),
    ),
    ...ifAdded,
    line(t('shop.compare.exit'), ({ facts }) =>
      facts?.exitCountry ? formatCountry(facts.exitCountry, locale) : unknown,
    ),
    line(t('shop.compare.hotspot'), ({ facts }) => stated(facts?.hotspot, t('shop.compare.yes'), t('shop.compare.no'))),
    line(t('shop.compare.topUp'), ({ facts }) =>
      stated(facts?.topUp, t('shop.compare.canTopUp'), t('shop.compare.cannotTopUp')),
    ),
    line(
      t('shop.compare.end'),
      ({ facts }) => atTheEnd(facts, t('shop.compare.stops'), (kbps) => t('shop.compare.slower', { kbps })) ?? unknown,
    ),
  ];
}

function atTheEnd(facts: PlanFacts | null, stops: string, slower: (kbps: number) => string): string | null {
  if (facts?.throttling == null) return null;
  return facts.throttling.kind === 'none' ? stops : slower(facts.throttling.kbps);
}
