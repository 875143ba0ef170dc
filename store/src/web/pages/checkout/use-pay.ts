import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { checkoutForm } from '../../../shared/forms/forms.ts';
import type { Itinerary } from '../../../shared/itinerary.ts';
import type { OrderTextVersions } from '../../../shared/legal.ts';
import { sumOf } from '../../../shared/money.ts';
import { apiErrorCode, ApiError } from '../../api.ts';
import { forgetRequest, keptOrder, type OrderRequest } from '../../components/checkout/order-key.ts';
import { useLocale } from '../../language.ts';
import type { SessionState } from '../../session/session.ts';
import type { useForm } from '../../use-form.ts';
import { buyersSession, placeOrder } from './place-order.ts';
import type { Ware } from './plan-words.ts';
import type { Refusal } from './problem.tsx';
import { SAVE_CARD } from './save-card.tsx';

type Bought = {
  wares: readonly Ware[];
  trip: Itinerary | null;
  texts: OrderTextVersions;
  /** The buyer's country of residence; undefined: not stated. */
  country: string | undefined;
};
type Fields = Pick<ReturnType<typeof useForm<typeof checkoutForm>>, 'check' | 'say'>;

/** The payment: creates the order and redirects to the payment provider's page; `refusal` says why it did not. */
export function usePay(form: { readonly current: HTMLFormElement | null }, { check, say }: Fields, bought: Bought) {
  const { wares, texts } = bought;
  const locale = useLocale();
  const { revalidate } = useRevalidator();
  const { busy, paying, lock } = useLock();
  const [refusal, setRefusal] = useState<Refusal & { request: OrderRequest }>();

  async function pay(event?: FormEvent) {
    event?.preventDefault();
    if (busy.current) return;
    setRefusal(undefined);
    const values = form.current ? check(form.current) : undefined;
    if (values === undefined) return;
    const begin = values.begin !== undefined;
    const saveCard = form.current !== null && new FormData(form.current).has(SAVE_CARD);
    lock(true);
    const session = await buyersSession();
    const request = requestOf(bought, values.email, session);
    const travelDate = values.travelDate === '' ? undefined : values.travelDate;
    try {
      const total = sumOf(wares.map(({ plan }) => plan.price));
      const paymentUrl = await placeOrder({ session, request, total, locale, texts, travelDate, begin, saveCard });
      // Stays locked: the page is being left.
      location.assign(paymentUrl);
    } catch (error) {
      lock(false);
      if (error instanceof ApiError && error.field === 'email') return say('email', 'email');
      if (error instanceof ApiError && error.field === 'country') return say('country', 'value');
      if (error instanceof ApiError && error.field === 'travelDate') return say('travelDate', 'value');
      const code = apiErrorCode(error);
      // The page shows the new price; paying again confirms it.
      if (code === 'price-changed') await revalidate();
      setRefusal({ code, orderId: keptOrder(request), request });
    }
  }

  function buyAnother() {
    if (refusal !== undefined) forgetRequest(refusal.request);
    void pay();
  }

  return { pay, paying, refusal, buyAnother };
}

/** Locks the form during a payment. */
function useLock() {
  const [paying, setPaying] = useState(false);
  // React state updates too late for a double click, so a ref is checked.
  const busy = useRef(false);

  useEffect(() => {
    const unlock = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      busy.current = false;
      setPaying(false);
    };
    window.addEventListener('pageshow', unlock);
    return () => window.removeEventListener('pageshow', unlock);
  }, []);

  function lock(locked: boolean) {
    busy.current = locked;
    setPaying(locked);
  }
  return { busy, paying, lock };
}

function requestOf({ wares, trip, country }: Bought, email: string, buyer: SessionState): OrderRequest {
  return {
    planIds: wares.map(({ plan }) => plan.id),
    email,
    uid: buyer.status === 'signed-in' ? buyer.user.uid : null,
    trip,
    ...(country !== undefined && { country }),
    forPlace: wares.find(({ forPlace }) => forPlace !== null)?.forPlace?.slug ?? null,
  };
}
