import type { Destination, Plan } from '../../../modules/catalogue/types.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ChevronRightIcon } from '../../../ui/icons.tsx';
import { useFormat } from '../../format.ts';
import type { TableRow } from './shop-loader.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { CoverageChip } from '../../components/plans/coverage-chip.tsx';
import { COMPARE_FORM, type Selection } from './selection.ts';

/** The name of a plan in a list of several destinations: `Asia 5GB`. */
export function usePlanName() {
  const { locale } = useTranslation();
  const format = useFormat();
  return ({ group, plan }: TableRow) => `${group.name[locale]} ${format.planData(plan)}`;
}

/** The columns on wide screens; on small ones only what the boxes are for. Read aloud with each box instead. */
export function ColumnNames() {
  const { t } = useTranslation();
  return (
    <div className="shop-row shop-row--names" aria-hidden="true">
      <span className="shop-row__compare">{t('shop.compare.column')}</span>
      <span className="shop-row__hint">{t('shop.compare.hint')}</span>
      <span>{t('plans.columns.plan')}</span>
      <span>{t('plans.columns.data')}</span>
      <span>{t('plans.columns.validity')}</span>
      <span>{t('plans.columns.network')}</span>
      <span className="r">{t('plans.columns.perGb')}</span>
      <span className="r">{t('plans.columns.price')}</span>
      <span />
    </div>
  );
}

/** The place for which plans are shown; null: plans of any place. */
type Place = Pick<Destination, 'slug' | 'kind'> | null;

/**
 * One plan: a checkbox for the comparison, its data, and the link to its checkout, where nothing is chosen again; on
 * small screens the row itself.
 */
export function PlanRow({
  row,
  place,
  lowest,
  selection,
}: {
  row: TableRow;
  place: Place;
  lowest: boolean;
  selection: Selection;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = usePlanName()(row);
  const { group, plan } = row;
  const isOn = selection.has(plan.id);
  return (
    <div className={classNames('shop-row', isOn && 'is-on', !plan.available && 'is-unavailable')}>
      <label className="check">
        <input
          type="checkbox"
          className="box"
          name="compare"
          value={plan.id}
          form={COMPARE_FORM}
          aria-label={t('shop.compare.plan', { plan: name })}
          checked={isOn}
          disabled={!isOn && selection.isFull}
          onChange={() => selection.toggle({ id: plan.id, name })}
        />
      </label>
      <span className="shop-row__name">
        <span className="name">{name}</span> {lowest && <Chip tone="accent">{t('plans.lowest')}</Chip>}
        <span className="ops">{reachOf(row, (count) => t('plans.regionCount', { count }))}</span>
      </span>
      <span className="shop-row__data money">{format.planData(plan)}</span>
      <span className="shop-row__days">{format.days(plan.days)}</span>
      <span className="shop-row__network">
        <CoverageChip coverage={group.coverage} />
      </span>
      <span className="price-per-gb money">{format.perGb(plan)}</span>
      <span className="price money">{format.money(plan.price)}</span>
      <Select plan={plan} place={place} name={name} />
    </div>
  );
}

function Select({ plan, place, name }: { plan: Plan; place: Place; name: string }) {
  const { t } = useTranslation();
  if (!plan.available)
    return (
      <span className="shop-row__select">
        <Chip>{t('plans.unavailable')}</Chip>
      </span>
    );
  return (
    <PageLink
      className={buttonClass({ variant: 'secondary', size: 'sm' }, 'shop-row__select')}
      to={paths.checkoutFor(place, plan)}
      aria-label={`${t('plans.select')}: ${name}`}
    >
      <span>{t('plans.select')}</span>
      <ChevronRightIcon size={18} />
    </PageLink>
  );
}

function reachOf({ group }: TableRow, countries: (count: number) => string): string {
  if (group.operators.length > 0) return group.operators.join(', ');
  return group.regionCount === null ? '' : countries(group.regionCount);
}
