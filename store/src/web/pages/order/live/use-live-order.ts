import { useEffect, useState } from 'react';
import type { OrderView } from '../../../../shared/views.ts';
import type { Caller } from '../../../api.ts';
import { forgetDraft } from '../../../components/checkout/draft.ts';
import { forgetPaidOrder } from '../../../components/checkout/order-key.ts';
import { followOrder, pollOrder } from './follow-order.ts';

/** States from which an order goes on by itself. */
const MOVING: readonly OrderView['status'][] = [
  'pending_payment',
  'paid',
  'fulfilling',
  'fulfilment_failed',
  'refund_pending',
];

/** The mail leaves moments after the eSIM is there; so often the page looks whether it has. */
const LOOKS_FOR_MAIL = 10;

/** The order as it stands, kept up to date until it comes to rest. `setOrder` is for answers of the buyer's own calls. */
export function useLiveOrder(
  first: OrderView,
  caller: Caller,
): { order: OrderView; setOrder: (order: OrderView) => void } {
  const [order, setOrder] = useState(first);
  const visit = useVisit();
  // Of several eSIMs one may be delivered while the money of another is on its way back.
  const isReturning = order.lines.some(({ status, refund }) => status === 'refunding' && refund?.status !== 'failed');
  const moving = MOVING.includes(order.status) || (order.status === 'fulfilled' && isReturning);
  const unmailed = order.status === 'fulfilled' && order.mailedAt === null;

  useEffect(() => {
    if (!moving && !unmailed && visit === 0) return;
    const stop = new AbortController();
    const following = {
      orderId: first.id,
      caller,
      onOrder: setOrder,
      // Signed out everywhere, or the address was corrected: the page must not go on showing the codes.
      onClosed: () => location.reload(),
      signal: stop.signal,
    };
    if (moving) void followOrder(following);
    // At rest: one look after the page was away for a while, a few for the mail.
    else void pollOrder({ ...following, times: unmailed ? LOOKS_FOR_MAIL : 1 });
    // An open connection would keep the page out of the back/forward cache.
    const leave = () => stop.abort();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      stop.abort();
    };
  }, [first.id, caller, moving, unmailed, visit]);

  useEffect(() => {
    if (order.payable) return;
    forgetPaidOrder(order.id);
    forgetDraft();
  }, [order.id, order.payable]);

  return { order, setOrder };
}

/** Counts up whenever the page comes back: from the back/forward cache, from offline, from another tab or app. */
function useVisit(): number {
  const [visit, setVisit] = useState(0);
  useEffect(() => {
    const again = () => setVisit((count) => count + 1);
    const shown = (event: PageTransitionEvent) => event.persisted && again();
    const seen = () => document.visibilityState === 'visible' && again();
    window.addEventListener('pageshow', shown);
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', seen);
    return () => {
      window.removeEventListener('pageshow', shown);
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', seen);
    };
  }, []);
  return visit;
}
