import type { Notices } from '../../db/notices.ts';
import type { AutoTopUp, AutoTopUpBook, AutoTopUpCharge } from '../../modules/auto-top-ups/auto-top-ups.ts';
import type { MailQueue } from '../../modules/notifications/notifications.ts';
import type { OrderBook } from '../../modules/orders/orders.ts';
import { AppError } from '../../shared/errors.ts';
import type { Acting } from '../../shared/operator.ts';
import { endAutoTopUp } from '../topping-up/settle-charge.ts';
import type { Act } from './act.ts';
import { lockOrder } from './lock-order.ts';
import { orderSubject } from './orders.ts';

type Ports = {
  act: Act;
  notices: Pick<Notices, 'orderChanged'>;
  orders: OrderBook;
  autoTopUps: AutoTopUpBook;
  notifications: Pick<MailQueue, 'queueAutoTopUp'>;
};

/** An auto top-up with what was charged for it, oldest first. */
export type ShownAutoTopUp = { autoTopUp: AutoTopUp; charges: AutoTopUpCharge[] };

/** Those of the eSIMs of an order. */
export async function autoTopUpsOf(
  { autoTopUps }: { autoTopUps: Pick<AutoTopUpBook, 'ofOrders' | 'charges'> },
  orderId: string,
): Promise<ShownAutoTopUp[]> {
  const rows = await autoTopUps.ofOrders([orderId]);
  const charges = await autoTopUps.charges(rows.map(({ id }) => id));
  return rows.map((autoTopUp) => ({
    autoTopUp,
    charges: charges.filter(({ autoTopUpId }) => autoTopUpId === autoTopUp.id),
  }));
}

export const createAutoTopUpActions = (ports: Ports) => ({
  off: (orderId: string, line: number, acting: Acting) => switchOff(ports, orderId, line, acting),
});

/**
 * Switches the auto top-up of an eSIM off. Its owner gets a mail, and can switch it on again. Throws `not-found`,
 * `changed-meanwhile`, `wrong-state` when it is off.
 */
async function switchOff(ports: Ports, orderId: string, number: number, acting: Acting): Promise<AutoTopUp> {
  const { act, notices, autoTopUps } = ports;
  const off = await act('auto-top-up.off', acting, orderSubject(orderId), async (tx) => {
    const order = await lockOrder(ports, tx, orderId, acting);
    const line = order.lines.find(({ position }) => position === number - 1);
    // An eSIM that was replaced left its own behind, which is off.
    const known = (await autoTopUps.ofOrders([orderId], tx)).filter(({ lineId }) => lineId === line?.id);
    const row = known.find(({ state }) => state !== 'off') ?? known.at(-1);
    if (!row) throw new AppError('not-found', { field: 'auto-top-up' });
    if (row.state === 'off') throw new AppError('wrong-state', { field: 'auto-top-up' });
    await endAutoTopUp(ports, tx, { row, order, reason: 'by-operator' });
    const changed = { orderId, before: { state: row.state }, after: { autoTopUp: row.id, line: number, state: 'off' } };
    return { result: row, changed };
  });
  if (!acting.dryRun) await notices.orderChanged(orderId);
  return off;
}
