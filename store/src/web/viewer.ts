import type { LoaderFunctionArgs } from 'react-router';
import type { Viewer } from '../modules/orders/types.ts';
import { orderSecretIn } from '../shared/order-cookie.ts';
import { sessionSecretIn } from '../shared/session-cookie.ts';
import { servicesContext } from './context.ts';

/** The caller of a page about an order: the account of the session's cookie, and the secret of the order's. */
export async function viewerOf({ request, context }: LoaderFunctionArgs, orderId: string): Promise<Viewer> {
  const { identity, config } = context.get(servicesContext);
  const cookies = request.headers.get('cookie');
  const session = sessionSecretIn(cookies, config.publicUrl);
  return {
    account: session === null ? null : await identity.cookies.holder(session),
    browserSecret: orderSecretIn(cookies, orderId, config.publicUrl),
  };
}
