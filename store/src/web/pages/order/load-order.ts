import { data, type LoaderFunctionArgs } from 'react-router';
import type { Viewer } from '../../../modules/orders/types.ts';
import { isUuid } from '../../../shared/ids.ts';
import { orderTexts } from '../../../shared/legal.ts';
import { orderSecretIn } from '../../../shared/order-cookie.ts';
import { sessionSecretIn } from '../../../shared/session-cookie.ts';
import { servicesContext } from '../../context.ts';

/** A page about an order has installation data: it is never cached, and its URL is not sent as a referrer. */
export const ORDER_HEADERS = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' };

/**
 * The order in the address, for a browser whose cookie opens it or that is signed in to its account; null otherwise. `now`:
 * the server's time. `texts`: the versions of the legal texts that a buyer accepts.
 */
export async function loadOrder(args: LoaderFunctionArgs) {
  const orderId = args.params['orderId'] ?? '';
  const { orderPages, lookAgain, config } = args.context.get(servicesContext);
  const now = new Date().toISOString();
  const texts = orderTexts(config.legalVersions);
  if (!isUuid(orderId)) return data({ orderId, found: null, now, texts }, { status: 404 });
  const found = await orderPages.view(orderId, await viewerOf(args, orderId));
  if (found !== null) await lookAgain.atOrder(found.order);
  return data({ orderId, found, now, texts }, { status: found === null ? 404 : 200 });
}

/** The caller: the account of the session's cookie, and the secret of the order's. */
export async function viewerOf({ request, context }: LoaderFunctionArgs, orderId: string): Promise<Viewer> {
  const { identity, config } = context.get(servicesContext);
  const cookies = request.headers.get('cookie');
  const session = sessionSecretIn(cookies, config.publicUrl);
  return {
    account: session === null ? null : await identity.cookies.holder(session),
    browserSecret: orderSecretIn(cookies, orderId, config.publicUrl),
  };
}
