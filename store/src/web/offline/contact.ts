import { readKept, refreshKept, removeAfter, removeKept } from '../../offline/kept-store.ts';
import type { KeptOrder } from '../../offline/kept.ts';
import { apiErrorCode, callApi, GUEST } from '../api.ts';
import type { SdkConfig } from '../context.ts';
import { currentToken } from '../session/session.ts';
import { keptOrderOf, signedInHere } from './keep-order.ts';

/**
 * Refreshes the stored eSIMs when there is a network: requests each order like its page. Accessible ones are updated;
 * others are removed, for example after a session that ended elsewhere, an expired cookie, or a refund. Without a
 * network, or while the server is down, nothing changes. Returns whether anything is stored.
 */
export async function lookAfterKept(identity: SdkConfig): Promise<boolean> {
  let kept = await readKept();
  if (kept.some(({ owner }) => owner !== null)) {
    const owner = await signedInHere(identity);
    await removeAfter(owner === null ? { is: 'session-ended' } : { is: 'signed-in', as: owner });
    kept = await readKept();
  }
  for (const order of kept) await lookAt(order);
  return (await readKept()).length > 0;
}

async function lookAt(kept: KeptOrder): Promise<void> {
  const caller = kept.owner === null ? GUEST : { token: currentToken };
  try {
    const { order } = await callApi('get /orders/{orderId}', { params: { orderId: kept.orderId }, caller });
    const now = await keptOrderOf(order, kept);
    await (now ? refreshKept(now) : removeKept(kept.orderId));
  } catch (error) {
    if (['not-found', 'unauthenticated'].includes(apiErrorCode(error))) await removeKept(kept.orderId);
  }
}
