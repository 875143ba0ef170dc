import type { Order } from '../../modules/orders/orders.ts';
import type { Viewer } from '../../modules/orders/types.ts';
import { codeOf } from '../../shared/errors.ts';
import type { TopUpsView } from '../../shared/top-up-views.ts';

/** What can be added to the eSIM of a line, numbered from 1, for the page that shows it; null without access. */
export type OfferedTopUps = (orderId: string, line: number, viewer: Viewer) => Promise<TopUpsView | null>;

type Ports = {
  orderPages: { findFor(orderId: string, viewer: Viewer): Promise<{ order: Order } | null> };
  topUps: { choices(of: { order: Order; line: number }): Promise<TopUpsView> };
};

/** Who reloads the page too often reads that it is not known now: the page itself stays. */
export function createOfferedTopUps({ orderPages, topUps }: Ports): OfferedTopUps {
  return async function offeredTopUps(orderId, line, viewer) {
    const found = await orderPages.findFor(orderId, viewer);
    if (!found) return null;
    try {
      return await topUps.choices({ order: found.order, line });
    } catch (error) {
      if (codeOf(error) !== 'too-many-requests') throw error;
      return { choices: [], reason: 'unavailable-now', asksConsent: false };
    }
  };
}
