import { paths } from '../../../shared/paths.ts';
import type { ComparedOffer } from './blog-loader.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { useOfferWords } from '../../components/plans/offer-words.ts';

/** Prices of the same volumes in one country, its region and the world, as the catalogue has them now. */
export function PriceTable({ offers }: { offers: readonly ComparedOffer[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const words = useOfferWords();
  const [first] = offers;
  if (first === undefined) return null;
  const sold = offers.map((offer) => offer.plans.filter(({ available, unlimited }) => available && unlimited === null));
  const sizes = [...new Set(sold.flat().map(({ dataMb }) => dataMb))].toSorted((a, b) => a - b);
  const cheapest = (column: number, size: number) =>
    sold[column]!.filter(({ dataMb }) => dataMb === size).toSorted((a, b) => a.price.amount - b.price.amount)[0];
  return (
    <>
      <table aria-label={t('blog.prices.caption')}>
        <thead>
          <tr>
            <th scope="col">{t('blog.prices.size')}</th>
            {offers.map((offer) => (
              <th scope="col" key={offer.slug}>
                <PageLink to={paths.offer(offer)}>{words.name(offer)}</PageLink>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sizes.map((size) => {
            const base = cheapest(0, size)?.price.amount;
            return (
              <tr key={size}>
                <th scope="row">{format.data(size)}</th>
                {offers.map((offer, column) => {
                  const plan = cheapest(column, size);
                  if (plan === undefined) return <td key={offer.slug}>{t('blog.prices.none')}</td>;
                  const more = base === undefined ? 0 : plan.price.amount - base;
                  return (
                    <td key={offer.slug}>
                      {format.money(plan.price)}
                      <small>
                        {format.days(plan.days)}
                        {more > 0 &&
                          `, ${t('blog.prices.more', { price: format.money({ ...plan.price, amount: more }) })}`}
                      </small>
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="small muted">{t('blog.prices.note')}</p>
    </>
  );
}
