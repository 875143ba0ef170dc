import { useEffect, useState } from 'react';
import { isLive } from '../../../../shared/live-order.ts';
import type { OrderView } from '../../../../shared/views.ts';
import type { Caller } from '../../../api.ts';
import { forgetDraft } from '../../../components/checkout/draft.ts';
import { forgetPaidOrder } from '../../../components/checkout/order-key.ts';
import { isLowAt } from '../use/esim-life.ts';
import { followOrder, pollOrder } from './follow-order.ts';

/** An auto top-up is about to add a plan, or to say why not. */
const isToTopUp = ({ lines }: OrderView): boolean =>
  lines.some(
    ({ autoTopUp, esim }) =>
      autoTopUp?.state === 'on' &&
      autoTopUp.agreed !== null &&
      esim !== null &&
      isLowAt(esim, autoTopUp.agreed.percent),
  );

/**
 * Maximum polls, slower and slower, for what follows: the mail after the delivery of the eSIM, the figures of its usage. With
 * many open pages the wholesaler's limit makes those of each wait.
 */
const LOOKS_FOR_NEWS = 10;

/** The order's current state, updated until it is final. `setOrder` takes the answers of the buyer's own calls. */
export function useLiveOrder(
  first: OrderView,
  caller: Caller,
): { order: OrderView; setOrder: (order: OrderView) => void } {
  const [order, setOrder] = useState(first);
  const visit = useVisit();
  const isDelivered = order.status === 'fulfilled';
  const moving = isLive(order);
  const awaitsOrder = isDelivered && (order.mailedAt === null || isToTopUp(order));
  const awaitsReading = isDelivered && order.readingUsage;
  const awaitsNews = awaitsOrder || awaitsReading;

  useEffect(() => {
    if (!moving && !awaitsNews && visit === 0) return;
    const stop = new AbortController();
    const following = {
      orderId: first.id,
      caller,
      onOrder: setOrder,
      // After a sign-out everywhere or a corrected address, the page must stop showing the codes.
      onClosed: () => location.reload(),
      signal: stop.signal,
    };
    if (moving) void followOrder(following);
    // In a final state: one poll after the page was hidden for a while, a few for what is awaited.
    else
      void pollOrder({
        ...following,
        times: awaitsNews ? LOOKS_FOR_NEWS : 1,
        slowing: true,
        untilRead: awaitsReading && !awaitsOrder,
      });
    // An open connection would exclude the page from the back/forward cache.
    const leave = () => stop.abort();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      stop.abort();
    };
  }, [first.id, caller, moving, awaitsOrder, awaitsReading, awaitsNews, visit]);

  useEffect(() => {
    if (order.payable) return;
    forgetPaidOrder(order.id);
    forgetDraft();
  }, [order.id, order.payable]);

  return { order, setOrder };
}

/**
 * Increases whenever the page becomes active again: from the back/forward cache, from offline, from another tab or app.
 */
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
