import { type ReactNode, useId } from 'react';
import { paths } from '../../../../shared/paths.ts';
import { EMPTY_SHOP, KINDS, type ShopState, SORTS } from '../../../../shared/shop/shop-address.ts';
import { minorUnits, money } from '../../../../shared/money.ts';
import { Button } from '../../../../ui/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { usePageAddress } from '../../../components/page-link.tsx';
import { usePicked, useShopCurrency } from '../use-shop.ts';
import { type ChoiceCounts, choiceKey, type ChoiceName, valuesOf } from './choices.ts';

/** Results by choice, and what they are. */
export type Counted = { counts: ChoiceCounts; unit: 'plans' | 'destinations' };

/**
 * The filters as a form whose fields are the URL's parameters: submitted by its button without script, on each change
 * with it. A value in the URL that is not among the options is added to them. Beside a choice that changes the number of
 * results stands what the page shows with it.
 */
export function FilterForm({ state: shown, counted }: { state: ShopState; counted: Counted }) {
  const { t } = useTranslation();
  const [state, pick] = usePicked(shown);
  const { filter, kind, query, sort, view } = state;
  const set = (part: Partial<ShopState['filter']>) => pick({ filter: { ...filter, ...part } });
  return (
    <form className="shop-filters" action={usePageAddress()(paths.plans())} aria-label={t('shop.filters.title')}>
      {query !== '' && <input type="hidden" name="q" value={query} />}
      {view !== EMPTY_SHOP.view && <input type="hidden" name="view" value={view} />}
      <Radios
        legend={t('shop.filters.kind')}
        name="kind"
        value={kind ?? ''}
        choices={[
          { value: '', label: t('shop.filters.any') },
          ...KINDS.map((value) => ({ value, label: t(`shop.filters.${value}`) })),
        ]}
        counted={counted}
        onPick={(value) => pick({ kind: KINDS.find((each) => each === value) ?? null })}
      />
      <AmountFilters state={state} counted={counted} set={set} />
      <fieldset>
        <legend>{t('shop.filters.network')}</legend>
        <Box name="5g" checked={filter.fiveG} counted={counted} onChange={(fiveG) => set({ fiveG })}>
          {t('shop.filters.fiveG')}
        </Box>
        <Box name="hotspot" checked={filter.hotspot} counted={counted} onChange={(hotspot) => set({ hotspot })}>
          {t('shop.filters.hotspot')}
        </Box>
      </fieldset>
      <Sort sort={sort} />
      <Button type="submit" className="no-script-only">
        {t('shop.filters.apply')}
      </Button>
    </form>
  );
}

/** Data, days and price. */
function AmountFilters({
  state,
  counted,
  set,
}: {
  state: ShopState;
  counted: Counted;
  set: (part: Partial<ShopState['filter']>) => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const currency = useShopCurrency();
  const { filter } = state;
  const choices = (name: 'data' | 'days' | 'price', label: (value: number) => string): Choice[] => [
    { value: '', label: t('shop.filters.any') },
    ...valuesOf(name, state).map((value) => ({ value: String(value), label: label(value) })),
  ];
  const numberOf = (value: string) => (value === '' ? null : Number(value));
  return (
    <>
      <Radios
        legend={t('shop.filters.data')}
        name="data"
        value={String(filter.data ?? '')}
        choices={choices('data', (value) => format.data(value * 1024))}
        counted={counted}
        onPick={(value) => set({ data: numberOf(value) })}
      />
      <Radios
        legend={t('shop.filters.days')}
        name="days"
        value={String(filter.days ?? '')}
        choices={choices('days', (value) => t('shop.filters.orMore', { amount: format.days(value) }))}
        counted={counted}
        onPick={(value) => set({ days: numberOf(value) })}
      />
      <Radios
        legend={t('shop.filters.price')}
        name="price"
        value={String(filter.price ?? '')}
        choices={choices('price', (value) =>
          t('shop.filters.upTo', { price: format.money(money(minorUnits(value, currency), currency)) }),
        )}
        counted={counted}
        onPick={(value) => set({ price: numberOf(value) })}
      />
    </>
  );
}

/** The order of the results: for pages without script, the list has its own. */
function Sort({ sort }: Pick<ShopState, 'sort'>) {
  const { t } = useTranslation();
  return (
    <label className="no-script-only">
      {t('plans.sort.label')}
      <select name="sort" defaultValue={sort}>
        {SORTS.map((each) => (
          <option key={each} value={each}>
            {t(`shop.sort.${each}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

type Choice = { value: string; label: string };

function Radios({
  legend,
  name,
  value,
  choices,
  counted,
  onPick,
}: {
  legend: string;
  name: ChoiceName;
  value: string;
  choices: Choice[];
  counted: Counted;
  onPick: (value: string) => void;
}) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <CountedChoice key={choice.value} name={name} value={choice.value} label={choice.label} counted={counted}>
          {(named) => (
            <input
              type="radio"
              className="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onPick(choice.value)}
              {...named}
            />
          )}
        </CountedChoice>
      ))}
    </fieldset>
  );
}

function Box({
  name,
  checked,
  counted,
  onChange,
  children,
}: {
  name: ChoiceName;
  checked: boolean;
  counted: Counted;
  onChange: (checked: boolean) => void;
  children: string;
}) {
  return (
    <CountedChoice name={name} value="1" label={children} counted={counted}>
      {(named) => (
        <input
          type="checkbox"
          className="box"
          name={name}
          value="1"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          {...named}
        />
      )}
    </CountedChoice>
  );
}

type Named = { 'aria-labelledby': string; 'aria-describedby'?: string };

/**
 * A choice and its count. The count is the description of the control, not a part of its name. A choice without results
 * is grey but not disabled: it can be reached and read, and another filter may be the one to change.
 */
function CountedChoice({
  name,
  value,
  label,
  counted: { counts, unit },
  children,
}: {
  name: ChoiceName;
  value: string;
  label: string;
  counted: Counted;
  children: (named: Named) => ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const count = counts[choiceKey(name, value)];
  return (
    <label className={classNames('check filter-choice', count === 0 && 'filter-choice--none')}>
      {children({
        'aria-labelledby': `${id}-name`,
        ...(count !== undefined && { 'aria-describedby': `${id}-count` }),
      })}
      <span id={`${id}-name`}>{label}</span>
      {count !== undefined && (
        <span id={`${id}-count`} className="filter-choice__count">
          <span aria-hidden="true">{count}</span>
          <VisuallyHidden>
            {count === 0
              ? t('shop.filters.nothing')
              : t(unit === 'plans' ? 'plans.count' : 'shop.list.count', { count })}
          </VisuallyHidden>
        </span>
      )}
    </label>
  );
}
