import { data, type LoaderFunctionArgs } from 'react-router';
import { isUuid } from '../../../shared/ids.ts';
import { orderSecretIn } from '../../../shared/order-cookie.ts';
import { sessionSecretIn } from '../../../shared/session-cookie.ts';
import { servicesContext } from '../../context.ts';

/** A page about an order has installation data: it is never cached, and its URL is not sent as a referrer. */
export const ORDER_HEADERS = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

/** The order in the address, for a browser whose cookie opens it or that is signed in to its account; null otherwise. `now`: the server's time. */
export async function loadOrder({ request, params, context }: LoaderFunctionArgs) {
  const orderId = params['orderId'] ?? '';
  const { orderPages, lookAgain, identity, config } = context.get(servicesContext);
  const now = new Date().toISOString();
  if (!isUuid(orderId)) return data({ orderId, found: null, now }, { status: 404 });
  const cookies = request.headers.get('cookie');
  const session = sessionSecretIn(cookies, config.publicUrl);
  const found = await orderPages.view(orderId, {
    account: session === null ? null : await identity.cookies.holder(session),
    browserSecret: orderSecretIn(cookies, orderId, config.publicUrl),
  });
  if (found !== null) await lookAgain.atOrder(found.order);
  return data({ orderId, found, now }, { status: found === null ? 404 : 200 });
}
