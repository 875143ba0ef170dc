import { useId } from 'react';
import type { OrderSummary } from '../../../shared/views.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { Flag } from '../../../ui/flag.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { Unbroken } from '../../components/unbroken.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { LoadFailed } from '../../components/account/load-failed.tsx';
import { PURCHASE_TONE, purchaseStatus } from './purchase-status.ts';
import { ShowMore } from './show-more.tsx';
import type { PagedList } from './use-list.ts';

/** The section with a row for each purchase. */
export function PurchaseHistory({ list, retry, showMore }: PagedList<OrderSummary>) {
  const { t } = useTranslation();
  const purchases = list.status === 'ready' ? list.items : [];
  return (
    <section aria-busy={list.status === 'loading'}>
      <div className="profile-head">
        <h2 className="h-sec">{t('profile.purchases.title')}</h2>
        {purchases.length > 0 && (
          <PageLink className="link" to={paths.refunds()}>
            {t('profile.purchases.refund')}
          </PageLink>
        )}
      </div>
      {list.status === 'loading' && <LoadingRows />}
      {list.status === 'failed' && (
        <LoadFailed title={t('profile.purchases.failed')} text={t('profile.purchases.failedText')} onRetry={retry} />
      )}
      {list.status === 'ready' && purchases.length === 0 && (
        <Card className="empty py-8">
          <p>{t('profile.purchases.empty')}</p>
        </Card>
      )}
      {purchases.length > 0 && (
        <ul className="card">
          {purchases.flatMap((order) =>
            order.lines.map((line, index) => (
              <Purchase key={`${order.id} ${index}`} order={order} line={line} number={index + 1} />
            )),
          )}
        </ul>
      )}
      <ShowMore list={list} onShow={showMore} />
    </section>
  );
}

type Line = OrderSummary['lines'][number];

/** One line of an order; `number` is its position there, from 1. */
function Purchase({ order, line, number }: { order: OrderSummary; line: Line; number: number }) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const nameId = useId();
  const status = purchaseStatus(order.status, line);
  const price = format.money(line.price);
  const plan = t('profile.purchases.entry', { country: line.name[locale], data: format.planData(line) });
  const entry = line.purpose === 'plan' ? t('profile.purchases.topUp', { plan }) : plan;
  return (
    <li className="list-row">
      <Flag src={paths.flag((line.forPlace ?? line).flag)} size="sm" />
      <div className="flex-1 min-w-0">
        <b className="strong" id={nameId}>
          <Unbroken>
            {line.forPlace === null ? entry : t('plans.planFor', { plan: entry, place: line.forPlace.name[locale] })}
          </Unbroken>
        </b>
        <div className="purchase-facts">
          <span>{t('profile.purchases.purchasedOn', { date: format.date(order.createdAt) })}</span>
          <span className="purchase-price tnum">{price}</span>
          {status !== null && <Chip tone={PURCHASE_TONE[status]}>{t(`profile.purchases.status.${status}`)}</Chip>}
        </div>
      </div>
      <span className="tnum strong purchase-amount">{price}</span>
      <PageLink
        className={buttonClass({ variant: 'ghost' }, 'list-row__link')}
        to={paths.order(order.id, number)}
        aria-describedby={nameId}
      >
        {t('profile.purchases.details')}
      </PageLink>
    </li>
  );
}

function LoadingRows() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden>{t('profile.loading')}</VisuallyHidden>
      <Card className="late">
        {[1, 2].map((each) => (
          <div className="list-row" key={each}>
            <Skeleton className="h-5 w-7" />
            <div className="flex-1">
              <Skeleton className="h-4 w-40" />
              <Skeleton className="h-3 w-32 mt-2" />
            </div>
          </div>
        ))}
      </Card>
    </>
  );
}
