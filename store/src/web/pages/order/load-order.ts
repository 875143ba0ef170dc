import { data, type LoaderFunctionArgs } from 'react-router';
import { isUuid } from '../../../shared/ids.ts';
import { orderTexts } from '../../../shared/legal.ts';
import { servicesContext } from '../../context.ts';
import { viewerOf } from '../../viewer.ts';

/** A page about an order has installation data: it is never cached, and its URL is not sent as a referrer. */
export const ORDER_HEADERS = { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' };

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
