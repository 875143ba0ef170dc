import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { OrderView } from '../../../shared/views.ts';
import type { Caller } from '../../api.ts';
import { statusOf } from '../../components/account/esim-status.ts';
import { useTranslation } from '../../translation.tsx';
import { isTopUp } from './order-words.ts';
import { AddedPlan } from './top-up/added-plan.tsx';
import { UsedEsim } from './use/used-esim.tsx';
import { useLiveOrder } from './live/use-live-order.ts';
import { OrderNotices } from './order-notices.tsx';
import { ReadyEsim } from './ready.tsx';
import { SeveralEsims } from './several.tsx';
import { Disputed, Refund } from './returned.tsx';
import { ConfirmingPayment, Preparing, Unpaid } from './waiting.tsx';
import { WithdrawNote } from './withdraw-note.tsx';

/** An order with access, in any state, updated live. */
export function OrderScreen({ first, caller }: { first: OrderView; caller: Caller }) {
  const { order, setOrder } = useLiveOrder(first, caller);
  return (
    <>
      <OrderState order={order} caller={caller} onOrder={setOrder} />
      {!isTopUp(order) && <OrderNotices order={order} caller={caller} onOrder={setOrder} />}
      <WithdrawNote order={order} />
      <Announcer order={order} />
    </>
  );
}

type Props = { order: OrderView; caller: Caller; onOrder: (order: OrderView) => void };

function OrderState({ order, caller, onOrder }: Props) {
  const [search] = useSearchParams();
  if (order.lines.length > 1 && IN_LINES.includes(order.status))
    return <SeveralEsims order={order} caller={caller} onOrder={onOrder} />;
  switch (order.status) {
    case 'pending_payment':
      return search.get('payment') === 'cancelled' ? (
        <Unpaid order={order} caller={caller} why="cancelled" />
      ) : (
        <ConfirmingPayment order={order} caller={caller} />
      );
    case 'expired':
      return <Unpaid order={order} caller={caller} why="expired" />;
    case 'payment_failed':
      return <Unpaid order={order} caller={caller} why="failed" />;
    case 'paid':
    case 'fulfilling':
      return <Preparing order={order} onOrder={onOrder} />;
    case 'fulfilled':
      return <Delivered order={order} caller={caller} onOrder={onOrder} />;
    case 'fulfilment_failed':
      return <Refund order={order} stage="failed" />;
    case 'refund_pending':
      return <Refund order={order} stage={order.refund?.status === 'failed' ? 'returned' : 'pending'} />;
    case 'refunded':
      return <Refund order={order} stage={order.refund?.otherWay ? 'other' : 'done'} />;
    case 'disputed':
      return <Disputed order={order} />;
  }
}

/** The one eSIM of an order, to be installed or already in use; or the plan that was added to one. */
function Delivered({ order, caller, onOrder }: Props) {
  const [line] = order.lines;
  if (line?.purpose === 'plan') return <AddedPlan order={order} line={line} onOrder={onOrder} />;
  if (!line?.esim) return <Preparing order={order} onOrder={onOrder} />;
  const props = { order, line, esim: line.esim, caller, onOrder };
  return statusOf(line.esim) === 'notInstalled' ? <ReadyEsim {...props} /> : <UsedEsim {...props} />;
}

/** States in which each of several lines has a state of its own. */
const IN_LINES: readonly OrderView['status'][] = ['paid', 'fulfilling', 'fulfilled'];

/** Announcements of changes. Waiting for a payment has none, because the page says it already. */
const WORDS = {
  pending_payment: null,
  expired: 'expired',
  payment_failed: 'failed',
  paid: 'paid',
  fulfilling: 'paid',
  fulfilled: 'fulfilled',
  fulfilment_failed: 'refund',
  refund_pending: 'refund',
  refunded: 'refunded',
  disputed: 'disputed',
} as const;

/** Announces changes to screen readers, and shows while work is in progress that the browser is offline. */
function Announcer({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  const online = useOnline();
  const word = order.delayed ? 'delayed' : WORDS[order.status];
  const total = order.lines.length;
  const ready = order.lines.filter(
    ({ esim, purpose, status }) => esim !== null || (purpose === 'plan' && status === 'fulfilled'),
  ).length;
  const news = word === null ? null : `${word} ${ready}`;
  const first = useRef(news);
  const changed = news !== null && news !== first.current;
  // After a change, a return to the first text is also announced.
  if (changed) first.current = null;
  return (
    <div role="status" aria-live="polite">
      {changed && word !== null && (
        <span className="sr">
          {total > 1 && ready > 0
            ? t('order.announce.several', { count: ready, total })
            : isTopUp(order) && (word === 'paid' || word === 'delayed' || word === 'fulfilled')
              ? t(`topup.ofOrder.announce.${word}`)
              : t(`order.announce.${word}`)}
        </span>
      )}
      {!online && ready < total && <p className="offline">{t('order.live.offline')}</p>}
    </div>
  );
}

function useOnline(): boolean {
  const [online, setOnline] = useState(true);
  useEffect(() => {
    const look = () => setOnline(navigator.onLine);
    look();
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  return online;
}
