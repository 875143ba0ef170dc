import { CONSENT_VERSION } from '../../../shared/consent.ts';
import type { OrderTextVersions } from '../../../shared/legal.ts';
import { mbPerDayOf } from '../../../shared/itinerary.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { Money } from '../../../shared/money.ts';
import { CARD_TEXT_VERSION } from '../../../shared/saved-cards.ts';
import { apiErrorCode, callApi } from '../../api.ts';
import { callerOf, settledSession, type SessionState } from '../../session/session.ts';
import { forgetRequest, keepOrder, orderKey, type OrderRequest } from '../../components/checkout/order-key.ts';

/** Time-out for an unknown session: the purchase then continues as a guest's. */
const SESSION_WAIT_MS = 8_000;

/** The buyer's session once it is known; a guest's after the time-out. */
export function buyersSession(): Promise<SessionState> {
  const guest = new Promise<SessionState>((resolve) =>
    setTimeout(() => resolve({ status: 'signed-out' }), SESSION_WAIT_MS),
  );
  return Promise.race([settledSession(), guest]);
}

/**
 * Creates the order, or finds the existing one of this request, and returns the URL of its payment page. Throws
 * ApiError.
 */
export async function placeOrder(given: {
  session: SessionState;
  request: OrderRequest;
  /** The total that the buyer sees. */
  total: Money;
  locale: Locale;
  /** The versions of the legal texts that the page shows. */
  texts: OrderTextVersions;
  /** When the buyer travels, if they said so. */
  travelDate: string | undefined;
  /** True where the buyer asked that the plan begins at once. */
  begin: boolean;
  /** True where the buyer agreed that the card is saved for the account. */
  saveCard: boolean;
}): Promise<string> {
  const { session, request, total, locale, texts, travelDate, begin, saveCard } = given;
  const order = () =>
    callApi('post /orders', {
      caller: callerOf(session),
      body: {
        idempotencyKey: orderKey(request),
        planIds: [...request.planIds],
        email: request.email,
        locale,
        deviceConfirmed: true,
        amount: total.amount,
        currency: total.currency,
        accepted: texts,
        ...(request.trip && { trip: { stops: request.trip.stops, mbPerDay: mbPerDayOf(request.trip) } }),
        ...(saveCard && session.status === 'signed-in' && { saveCard: CARD_TEXT_VERSION }),
        ...(request.country !== undefined && { country: request.country }),
        ...(begin && { beginConsent: CONSENT_VERSION }),
        ...(request.forPlace != null && { forPlace: request.forPlace }),
        ...(travelDate !== undefined && {
          travelDate,
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        }),
      },
    });
  const placed = await order().catch((error: unknown) => {
    // The key already belongs to another order (from another tab, or from before a clean-up), so a new key is made.
    if (apiErrorCode(error) !== 'idempotency-key-reused') throw error;
    forgetRequest(request);
    return order();
  });
  keepOrder(request, placed.order.id);
  return placed.paymentUrl;
}
