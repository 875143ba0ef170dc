import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { TopUpChoice } from '../../../../shared/top-up-views.ts';
import { CONSENT_VERSION } from '../../../../shared/consent.ts';
import { apiErrorCode, callApi } from '../../../api.ts';
import { hasConsent } from '../../../components/checkout/begin-consent.tsx';
import {
  forgetRequest,
  keepOrder,
  keptOrder,
  orderKey,
  type OrderRequest,
} from '../../../components/checkout/order-key.ts';
import { useLocale } from '../../../language.ts';
import type { OfferProps } from './offer-props.ts';

/** Why the payment page did not open. `orderId`: the order of this top-up, which is paid already. */
export type PayProblem = { code: string; planId: string | null; orderId?: string | undefined };

/** After these, other plans or prices are offered than before, or none. */
const CHANGED = ['price-changed', 'plan-unavailable', 'not-found', 'top-up-refused'];

type Given = OfferProps & { choices: readonly TopUpChoice[]; asksConsent: boolean; onLook: () => Promise<void> };

/** The payment: creates the order of the top-up and leads to the payment provider's page. The choice stays. */
export function usePayTopUp(given: Given) {
  const { problem: first = null, chosen = null, choices, onLook } = given;
  const locale = useLocale();
  const { busy, paying, lock } = useLock();
  const [isUnasked, setUnasked] = useState(false);
  const [problem, setProblem] = useState<PayProblem | null>(first === null ? null : { code: first, planId: chosen });

  async function pay(planId: string | null) {
    const choice = choices.find((each) => each.planId === planId);
    if (busy.current) return;
    if (choice === undefined) return setProblem({ code: 'choose', planId });
    lock(true);
    setProblem(null);
    const request = requestOf(given, choice);
    try {
      // Stays locked: the page is being left.
      location.assign(await buy(given, choice, request, locale));
    } catch (error) {
      const code = apiErrorCode(error);
      const orderId = keptOrder(request);
      // Paying again is another top-up.
      if (code === 'order-not-payable') forgetRequest(request);
      if (CHANGED.includes(code)) await onLook();
      setProblem({ code, planId, orderId });
      lock(false);
    }
  }

  return {
    paying,
    problem,
    /** The consent is asked for and was not given. */
    isUnasked,
    forgetProblem: () => setProblem(null),
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      const isAgreed = hasConsent(event.currentTarget);
      setUnasked(!isAgreed);
      if (!isAgreed) return;
      const planId = new FormData(event.currentTarget).get('plan');
      void pay(typeof planId === 'string' ? planId : null);
    },
  };
}

const requestOf = ({ order, number }: Given, { planId }: TopUpChoice): OrderRequest => ({
  planIds: [planId],
  email: order.email,
  uid: null,
  addedTo: { orderId: order.id, line: number },
});

/** Creates the order, or finds that of an earlier press. Returns the URL of its payment page. Throws ApiError. */
async function buy(
  { order, number, caller, texts, asksConsent }: Given,
  { planId, price }: TopUpChoice,
  request: OrderRequest,
  locale: ReturnType<typeof useLocale>,
): Promise<string> {
  const place = () =>
    callApi('post /orders/{orderId}/lines/{line}/top-ups', {
      params: { orderId: order.id, line: String(number) },
      body: {
        idempotencyKey: orderKey(request),
        planId,
        shownAmount: price.amount,
        shownCurrency: price.currency,
        shownTexts: texts,
        locale,
        // The form is sent with the box ticked.
        ...(asksConsent && { beginConsent: CONSENT_VERSION }),
      },
      caller,
    });
  const placed = await place().catch((error: unknown) => {
    // The key belongs to another order, such as one with an earlier price: a new key is made.
    if (apiErrorCode(error) !== 'idempotency-key-reused') throw error;
    forgetRequest(request);
    return place();
  });
  keepOrder(request, placed.orderId);
  return placed.paymentUrl;
}

/** Locks the form during a payment. React state updates too late for a double click, so a ref is checked. */
function useLock() {
  const [paying, setPaying] = useState(false);
  const busy = useRef(false);

  function lock(locked: boolean) {
    busy.current = locked;
    setPaying(locked);
  }

  useEffect(() => {
    const unlock = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      busy.current = false;
      setPaying(false);
    };
    window.addEventListener('pageshow', unlock);
    return () => window.removeEventListener('pageshow', unlock);
  }, []);

  return { busy, paying, lock };
}
