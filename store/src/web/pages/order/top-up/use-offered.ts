import { useCallback, useEffect, useState } from 'react';
import type { TopUpsView } from '../../../../shared/top-up-views.ts';
import { callApi } from '../../../api.ts';
import type { OfferProps } from './offer-props.ts';

type Offered = TopUpsView | 'asking' | 'failed';

/** What can be added to the eSIM: what the server found, or what the API says; `look` asks again. */
export function useOffered({ order, number, caller, first }: OfferProps) {
  const [offered, setOffered] = useState<Offered>(first ?? 'asking');
  const orderId = order.id;
  const line = String(number);

  const look = useCallback(async () => {
    try {
      setOffered(await callApi('get /orders/{orderId}/lines/{line}/top-ups', { params: { orderId, line }, caller }));
    } catch {
      // What was shown stays: the next press of the button is checked again.
      setOffered((shown) => (shown === 'asking' ? 'failed' : shown));
    }
  }, [orderId, line, caller]);

  useEffect(() => {
    if (first === null) void look();
  }, [first, look]);

  return { offered, look };
}
