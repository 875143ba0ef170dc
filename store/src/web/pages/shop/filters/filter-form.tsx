import { paths } from '../../../../shared/paths.ts';
import { isFiltering } from '../../../../shared/shop/plan-filter.ts';
import { EMPTY_SHOP, KINDS, shopAddress, type ShopState, SORTS } from '../../../../shared/shop/shop-address.ts';
import { usd } from '../../../../shared/money.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { PageLink, usePageAddress } from '../../../components/page-link.tsx';
import { usePicked } from '../use-shop.ts';

const GIGABYTES = [1, 3, 5, 10];
const DAYS = [7, 15, 30];
const DOLLARS = [5, 10, 20, 40];

type Choice = { value: string; label: string };

/**
 * The filters as a form whose fields are the URL's parameters: submitted by its button without script, on each change
 * with it. A value in the URL that is not among the options is added to them.
 */
export function FilterForm({ state: shown }: { state: ShopState }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [state, pick] = usePicked(shown);
  const { filter, kind, query, sort, view } = state;
  const set = (part: Partial<ShopState['filter']>) => pick({ filter: { ...filter, ...part } });
  const withOwn = (values: number[], own: number | null) =>
    own === null || values.includes(own) ? values : [...values, own].toSorted((a, b) => a - b);
  const choices = (values: number[], label: (value: number) => string): Choice[] => [
    { value: '', label: t('shop.filters.any') },
    ...values.map((value) => ({ value: String(value), label: label(value) })),
  ];
  const numberOf = (value: string) => (value === '' ? null : Number(value));
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
        onPick={(value) => pick({ kind: KINDS.find((each) => each === value) ?? null })}
      />
      <Radios
        legend={t('shop.filters.data')}
        name="data"
        value={String(filter.data ?? '')}
        choices={choices(withOwn(GIGABYTES, filter.data), (value) => format.data(value * 1024))}
        onPick={(value) => set({ data: numberOf(value) })}
      />
      <Radios
        legend={t('shop.filters.days')}
        name="days"
        value={String(filter.days ?? '')}
        choices={choices(withOwn(DAYS, filter.days), (value) =>
          t('shop.filters.daysOrMore', { days: format.days(value) }),
        )}
        onPick={(value) => set({ days: numberOf(value) })}
      />
      <Radios
        legend={t('shop.filters.price')}
        name="price"
        value={String(filter.price ?? '')}
        choices={choices(withOwn(DOLLARS, filter.price), (value) =>
          t('shop.filters.upTo', { price: format.money(usd(value * 100)) }),
        )}
        onPick={(value) => set({ price: numberOf(value) })}
      />
      <fieldset>
        <legend>{t('shop.filters.network')}</legend>
        <Box name="5g" label={t('shop.filters.fiveG')} checked={filter.fiveG} onChange={(fiveG) => set({ fiveG })} />
        <Box
          name="hotspot"
          label={t('shop.filters.hotspot')}
          checked={filter.hotspot}
          onChange={(hotspot) => set({ hotspot })}
        />
      </fieldset>
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
      <div className="shop-filters__foot">
        {(isFiltering(filter) || kind !== null) && (
          <PageLink
            className={buttonClass({ variant: 'secondary' })}
            to={shopAddress({ filter: EMPTY_SHOP.filter, kind: null }, state)}
          >
            {t('shop.filters.clear')}
          </PageLink>
        )}
        <Button type="submit" className="no-script-only">
          {t('shop.filters.apply')}
        </Button>
      </div>
    </form>
  );
}

function Radios({
  legend,
  name,
  value,
  choices,
  onPick,
}: {
  legend: string;
  name: string;
  value: string;
  choices: Choice[];
  onPick: (value: string) => void;
}) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="check">
          <input
            type="radio"
            className="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onPick(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Box({
  name,
  label,
  checked,
  onChange,
}: {
  name: string;
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className="check">
      <input
        type="checkbox"
        className="box"
        name={name}
        value="1"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
