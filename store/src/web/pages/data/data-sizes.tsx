import { formatList } from '../../../i18n/format.ts';
import { NO_FILTER } from '../../../shared/shop/plan-filter.ts';
import { shopAddress } from '../../../shared/shop/shop-address.ts';
import { ChevronRightIcon } from '../../../ui/icons.tsx';
import type { DataSize } from './data-loader.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';

/** The lowest price of each size and where it is; each leads to the shop with that much data asked for. */
export function DataSizes({ sizes }: { sizes: readonly DataSize[] }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  if (sizes.length === 0) return null;
  return (
    <section className="data-sizes" aria-labelledby="data-sizes">
      <h2 className="h-sec" id="data-sizes">
        {t('data.sizes')}
      </h2>
      <p className="muted mt-1 mb-4">{t('data.sizesText')}</p>
      <ul>
        {sizes.map(({ gb, from, places, others }) => {
          const names = places.map((name) => name[locale]);
          const where =
            others === 0 ? formatList(names, locale) : t('data.others', { places: names.join(', '), count: others });
          return (
            <li key={gb}>
              <PageLink to={shopAddress({ filter: { ...NO_FILTER, data: gb } })}>
                <b>{t('data.size', { data: format.data(gb * 1024) })}</b>
                <span className="data-sizes__price tnum">{t('data.from', { price: format.money(from) })}</span>
                <span className="data-sizes__where">{t('data.where', { places: where })}</span>
                <ChevronRightIcon size={18} />
              </PageLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
