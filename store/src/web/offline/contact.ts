import type { OrderView } from '../../shared/views.ts';
import { readKept, refreshKept, removeAfter, removeKept } from '../../offline/kept-store.ts';
import type { KeptOrder } from '../../offline/kept.ts';
import { paths } from '../../shared/paths.ts';
import { apiErrorCode, callApi, GUEST } from '../api.ts';
import type { SdkConfig } from '../context.ts';
import { currentToken } from '../session/session.ts';
import { keptOrderOf, signedInHere } from './keep-order.ts';

/**
 * What a page does when it has a network and this browser keeps eSIMs: it asks for each order as its page would. What may still be
 * seen is brought up to date; what may not is removed: a session that was ended elsewhere, a cookie that has ended, a refund.
 * Without a network, or while the server is away, everything stays as it is. Answers whether anything is kept.
 */
export async function lookAfterKept(identity: SdkConfig): Promise<boolean> {
  let kept = await readKept();
  if (kept.some(({ owner }) => owner !== null)) {
    const owner = await signedInHere(identity);
    await removeAfter(owner === null ? { is: 'nobody' } : { is: 'signed-in', as: owner });
    kept = await readKept();
  }
  for (const order of kept) await lookAt(order);
  return (await readKept()).length > 0;
}

async function lookAt(kept: KeptOrder): Promise<void> {
  const caller = kept.owner === null ? GUEST : { token: currentToken };
  try {
    const { order } = await callApi<{ order: OrderView }>(paths.api.order(kept.orderId), { caller });
    const now = await keptOrderOf(order, kept);
    await (now ? refreshKept(now) : removeKept(kept.orderId));
  } catch (error) {
    if (['not-found', 'unauthenticated'].includes(apiErrorCode(error))) await removeKept(kept.orderId);
  }
}
