import { useEffect, useState } from 'react';
import type { OrderView } from '../../../shared/views.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Caller } from '../../api.ts';
import { useTranslation } from '../../translation.tsx';
import { AccountOffer } from './account-offer.tsx';
import { useLocalTime } from '../../components/account/local-time.tsx';
import { OrderWithout } from './order-without.tsx';
import { useOrderWords } from './order-words.ts';
import { Progress } from './progress.tsx';
import { PartRefund } from './returned.tsx';
import { RetryPayment } from './retry-payment.tsx';

type Props = { order: OrderView; caller: Caller };

/** A payment is confirmed within seconds; after this long it was most likely never made. */
const SLOW_MS = 12_000;

/** Back from the payment page, the payment still to be confirmed. */
export function ConfirmingPayment({ order, caller }: Props) {
  const { t } = useTranslation();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <OrderWithout order={order} mark="busy" title={t('order.confirming.title')} text={t('order.confirming.text')}>
      <Card padded>
        <Progress at="payment" />
        <div role="status">
          {slow && (
            <div className="stack mt-6 border-t border-line pt-5">
              <p>{t('order.confirming.slow')}</p>
              <RetryPayment order={order} caller={caller} variant="secondary" label={t('order.confirming.back')} />
            </div>
          )}
        </div>
      </Card>
    </OrderWithout>
  );
}

/** Not paid: left, run out or failed. The order stands and can be paid. */
export function Unpaid({ order, caller, why }: Props & { why: 'cancelled' | 'expired' | 'failed' }) {
  const { t } = useTranslation();
  const { plan, total } = useOrderWords(order);
  return (
    <OrderWithout order={order} mark="stopped" title={t(`order.${why}.title`)} text={t(`order.${why}.text`)}>
      {order.payable && (
        <Card padded>
          <h2 className="h-sec mb-1">{t('order.unpaid.title')}</h2>
          <p className="muted mb-5">{t('order.unpaid.text', { plan, total, count: order.lines.length })}</p>
          <RetryPayment order={order} caller={caller} label={t('order.retry')} />
        </Card>
      )}
    </OrderWithout>
  );
}

/** Paid, the eSIM under way; or late, with what happens next. */
export function Preparing({ order, onOrder }: { order: OrderView; onOrder: (order: OrderView) => void }) {
  const { t } = useTranslation();
  const { total } = useOrderWords(order);
  const timeOf = useLocalTime();
  const { email, delayed, refundBy } = order;
  return (
    <OrderWithout
      order={order}
      mark={delayed ? 'late' : 'busy'}
      title={t('order.preparing.title')}
      text={t('order.preparing.text')}
    >
      <Card padded>
        <Progress at="preparation" delayed={delayed} />
      </Card>
      {delayed ? (
        <Alert tone="warning" title={t('order.preparing.delayedTitle')}>
          {refundBy === null
            ? t('order.preparing.delayedNoTime', { total, email })
            : t('order.preparing.delayed', { time: timeOf(refundBy), total, email })}
        </Alert>
      ) : (
        <p className="muted small">{t('order.preparing.close', { email })}</p>
      )}
      <AccountOffer order={order} onOrder={onOrder} />
      <PartRefund order={order} />
    </OrderWithout>
  );
}
