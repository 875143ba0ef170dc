import { data, type LoaderFunctionArgs } from 'react-router';
import { servicesContext } from '../../../context.ts';
import { viewerOf } from '../../../viewer.ts';
import { loadOrder } from '../load-order.ts';

/** What goes back for the line `?line=`: its wholesaler is asked. Null without access. */
export async function loadRefund(args: LoaderFunctionArgs) {
  const { refundPages } = args.context.get(servicesContext);
  const loaded = await loadOrder(args);
  const { found, orderId } = loaded.data;
  const number = Number(new URL(args.request.url).searchParams.get('line') ?? '1');
  if (found !== null && found.order.lines[number - 1] === undefined) throw data(null, { status: 404 });
  const refund = found === null ? null : await refundPages.ofLine(orderId, number, await viewerOf(args, orderId));
  return data({ ...loaded.data, number, refund, windowDays: refundPages.windowDays }, loaded.init ?? {});
}
