import { data, type LoaderFunctionArgs, redirect } from 'react-router';
import { uuidv7 } from '../../../../shared/ids.ts';
import { paths } from '../../../../shared/paths.ts';
import { servicesContext } from '../../../context.ts';
import { viewerOf } from '../../../viewer.ts';
import { loadOrder } from '../load-order.ts';

/**
 * What can be added to the eSIM of `?line=`. `keys`: an idempotency key for each plan, with which the form is sent without
 * script. A line that was a top-up itself leads to the eSIM that it was for.
 */
export async function loadTopUps(args: LoaderFunctionArgs) {
  const { offeredTopUps } = args.context.get(servicesContext);
  const loaded = await loadOrder(args);
  const { found, orderId } = loaded.data;
  const number = Number(new URL(args.request.url).searchParams.get('line') ?? '1');
  const line = found?.order.lines[number - 1];
  if (found !== null && line === undefined) throw data(null, { status: 404 });
  if (line?.addedTo != null) throw redirect(paths.topUp(line.addedTo.orderId, line.addedTo.line));
  const offered = found === null ? null : await offeredTopUps(orderId, number, await viewerOf(args, orderId));
  const keys = Object.fromEntries((offered?.choices ?? []).map(({ planId }) => [planId, uuidv7()]));
  return data({ ...loaded.data, number, offered, keys }, loaded.init ?? {});
}
