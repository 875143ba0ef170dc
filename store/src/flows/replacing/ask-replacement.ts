import type { Limits } from '../../db/limits.ts';
import type { Esim, Esims } from '../../modules/esims/esims.ts';
import type { Fulfilment } from '../../modules/fulfilment/fulfilment.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import type { Order, Orders } from '../../modules/orders/orders.ts';
import type { Payments } from '../../modules/payments/payments.ts';
import type { RightsBook } from '../../modules/rights/rights.ts';
import { AppError } from '../../shared/errors.ts';
import type { BUYER_REASONS } from '../../shared/replacement.ts';
import type { FlowBase } from '../buying/flow-base.ts';
import { esimOfNumber, type LookAtProfile } from './look-at-profile.ts';
import { requestReplacement } from './request-replacement.ts';

type Ports = Pick<FlowBase, 'db' | 'notices'> & {
  limits: Pick<Limits, 'consume'>;
  orders: Orders;
  payments: Payments;
  esims: Esims;
  fulfilment: Pick<Fulfilment, 'wholesalers'>;
  notifications: Notifications;
  lookAtProfile: LookAtProfile;
  rights: Pick<RightsBook, 'ofOrders'>;
  /** The highest net price in cents that needs no person; 0: each one does. */
  withoutOperatorMaxCents: number;
};

/** `line`: its number in the order, from 1. */
type OfLine = { order: Order; line: number };

/** What a buyer does about an eSIM on a phone that is gone. */
export const createReplacing = (ports: Ports) => ({
  ask: (input: OfLine & { reason: (typeof BUYER_REASONS)[number] }) => ask(ports, input),
  withdraw: (input: OfLine) => withdraw(ports, input),
});

/**
 * Asks for a new eSIM with what is left. The wholesaler is asked first, so that the rest is that of now and a profile that
 * is still live is known to be. Throws the errors of `requestReplacement`, and `too-many-requests`.
 */
async function ask(
  ports: Ports,
  { order: { id, accountId }, line, reason }: OfLine & { reason: (typeof BUYER_REASONS)[number] },
): Promise<void> {
  const { db, notices, limits, orders, lookAtProfile } = ports;
  await limits.consume({
    'replacements-per-order': id,
    ...(accountId !== null && { 'replacements-per-account': accountId }),
  });
  const order = await orders.find(id);
  const known = order && (await esimOfNumber(ports, order, line));
  const reported = known ? await lookAtProfile(known) : null;
  await db.transaction(async (tx) => {
    const locked = await orders.lock(tx, id);
    if (!locked) throw new AppError('not-found');
    const isAllowed = (esim: Esim, netCents: number) =>
      netCents <= ports.withoutOperatorMaxCents && (reported === 'deleted' || canEnd(ports, esim));
    await requestReplacement(ports, tx, locked, { line, reason, askedBy: 'buyer', isAllowed });
  });
  await notices.orderChanged(id);
}

const canEnd = ({ fulfilment }: Ports, { wholesaler }: Esim) =>
  fulfilment.wholesalers.find(wholesaler)?.capabilities.endsProfiles === true;

/** Withdraws a request that no person has confirmed. Throws `not-found`, `wrong-state` when one has. */
async function withdraw({ db, notices, orders }: Ports, { order: { id }, line: number }: OfLine): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await orders.lock(tx, id);
    const line = order?.lines.find(({ position }) => position === number - 1);
    const all = await orders.replacements.ofOrders([id], tx);
    const open = all.find((each) => each.lineId === line?.id && orders.replacements.isOpen(each));
    if (!open) throw new AppError('not-found', { field: 'replacement' });
    if (!(await orders.replacements.withdraw(tx, open.id))) throw new AppError('wrong-state', { field: 'replacement' });
    await orders.note(tx, id, 'replacement-withdrawn', { line: number });
  });
  await notices.orderChanged(id);
}
