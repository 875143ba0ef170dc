import { useEffect, useState } from 'react';
import type { OrderView } from '../../../../shared/views.ts';
import type { Caller } from '../../../api.ts';
import { pollOrder } from '../live/follow-order.ts';

/** Half a minute: a report of the wholesaler takes seconds, and the traveller goes on meanwhile. */
const LOOKS = 10;

/** The order as it is now: asked for again for half a minute after each load of the page's data, so after each answer. */
export function useLooks(first: OrderView, caller: Caller): { order: OrderView; isLooking: boolean } {
  const [latest, setLatest] = useState({ of: first, order: first });
  const [done, setDone] = useState<OrderView>();

  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const looking = pollOrder({
      orderId: first.id,
      caller,
      onOrder: (order) => setLatest({ of: first, order }),
      // After a sign-out everywhere the page must stop showing what it knows.
      onClosed: () => location.reload(),
      signal,
      times: LOOKS,
    });
    void looking.then(() => !signal.aborted && setDone(first));
    // An open connection would exclude the page from the back/forward cache.
    const leave = () => stop.abort();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      stop.abort();
    };
  }, [first, caller]);

  return { order: latest.of === first ? latest.order : first, isLooking: done !== first };
}
