import type { OrderView } from '../../../shared/views.ts';
import { versionsInForce } from '../../../shared/legal.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { Money } from '../../../shared/money.ts';
import { paths } from '../../../shared/paths.ts';
import { apiErrorCode, callApi, callerOf } from '../../api.ts';
import { settledSession, type SessionState } from '../../session/session.ts';
import { forgetRequest, keepOrder, orderKey, type OrderRequest } from '../../components/checkout/order-key.ts';

/** A session that is still unknown after this long does not keep a buyer from buying: it is then a guest's order. */
const SESSION_WAIT_MS = 8_000;

/** Who buys: the session once it is known, a guest's when it does not come. */
export function buyersSession(): Promise<SessionState> {
  const guest = new Promise<SessionState>((resolve) =>
    setTimeout(() => resolve({ status: 'signed-out' }), SESSION_WAIT_MS),
  );
  return Promise.race([settledSession(), guest]);
}

export function orderRequestOf(session: SessionState, planIds: readonly string[], email: string): OrderRequest {
  return { planIds, email, uid: session.status === 'signed-in' ? session.user.uid : null };
}

/** Places the order, or finds the one this request has become already, and answers the address of its payment page. Throws ApiError. */
export async function placeOrder(given: {
  session: SessionState;
  request: OrderRequest;
  /** The total that the buyer sees. */
  total: Money;
  locale: Locale;
}): Promise<string> {
  const { session, request, total, locale } = given;
  const order = () =>
    callApi<{ order: OrderView; paymentUrl: string }>(paths.api.orders(), {
      method: 'POST',
      caller: callerOf(session),
      body: {
        idempotencyKey: orderKey(request),
        planIds: request.planIds,
        email: request.email,
        locale,
        deviceConfirmed: true,
        amount: total.amount,
        currency: total.currency,
        accepted: versionsInForce(),
      },
    });
  const placed = await order().catch((error: unknown) => {
    // The key stands for something else already: another tab's order, or one of before a clean-up. A new one it is.
    if (apiErrorCode(error) !== 'idempotency-key-reused') throw error;
    forgetRequest(request);
    return order();
  });
  keepOrder(request, placed.order.id);
  return placed.paymentUrl;
}
