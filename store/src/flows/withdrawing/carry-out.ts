import type { Db } from '../../db/database.ts';
import type { Notices } from '../../db/notices.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import type { Order, Orders } from '../../modules/orders/orders.ts';
import type { Withdrawal, WithdrawalBook, WithdrawalOutcome } from '../../modules/rights/withdrawals/withdrawals.ts';
import type { createRightsFlows } from '../rights/rights-flows.ts';

type RightsFlows = ReturnType<typeof createRightsFlows>;

/** Carries out a proved withdrawal, once. */
export type CarryOutDeclared = (withdrawalId: string) => Promise<void>;

type CarryOut = Pick<Parameters<RightsFlows['carryOutWithdrawal']>[0], 'orderId' | 'lineIds' | 'at' | 'via'>;
type CarriedOut = Awaited<ReturnType<RightsFlows['carryOutWithdrawal']>>[number];

type Ports = {
  db: Db;
  notices: Pick<Notices, 'orderChanged'>;
  orders: Pick<Orders, 'find' | 'note'>;
  withdrawals: Pick<WithdrawalBook, 'find' | 'carriedOut'>;
  notifications: Pick<Notifications, 'queueWithdrawal'>;
  /** Gives back what is due of these lines, for a withdrawal that was declared `at`. Safe to repeat. */
  carryOutWithdrawal: (input: CarryOut) => Promise<CarriedOut[]>;
};

/**
 * The declarations of one order run one after the other (`queue-carrying-out.ts`): the second one finds what the first gave
 * back. Its mail says what goes back, or why nothing does.
 */
export function createCarryOutDeclared(ports: Ports): CarryOutDeclared {
  const { db, notices, orders, withdrawals, notifications, carryOutWithdrawal } = ports;
  return async function carryOutDeclared(withdrawalId) {
    const row = await withdrawals.find(withdrawalId);
    if (row?.state !== 'proved' || row.orderId === null) return;
    const order = await orders.find(row.orderId);
    if (!order) return;
    const lineIds = row.lineIds ?? order.lines.map(({ id }) => id);
    const carried = await carryOutWithdrawal({
      orderId: order.id,
      lineIds,
      at: row.submittedAt,
      via: viaOf(row, order),
    });
    const outcome = carried.map((line) => outcomeOf(row, line));
    await db.transaction(async (tx) => {
      const done = await withdrawals.carriedOut(tx, row.id, outcome);
      if (!done) return;
      await orders.note(tx, order.id, 'withdrawal-carried-out', { reference: done.number });
      const { id, email: to, locale } = done;
      await notifications.queueWithdrawal(tx, { withdrawalId: id, what: 'outcome', to, locale });
    });
    await notices.orderChanged(order.id);
  };
}

/** Who stands for it, in the words of refund requests. */
function viaOf({ proof }: Withdrawal, { accountId }: Order): CarryOut['via'] {
  if (proof === 'mailbox') return 'link';
  if (proof !== 'owner') return 'person';
  return accountId === null ? 'browser' : 'account';
}

/**
 * What the withdrawal did. After a run that was interrupted, the line says that its price is on its way: its request says how
 * much this withdrawal gave back. A request from before is not its own.
 */
function outcomeOf({ provedAt }: Withdrawal, { lineId, share, request }: CarriedOut): WithdrawalOutcome {
  const isOwn = request?.kind === 'withdrawal' && provedAt !== null && request.createdAt >= provedAt;
  if (share.what !== 'nothing' || share.why !== 'refunded' || !isOwn) return { lineId, share };
  return { lineId, share: { what: 'back', back: request.amount, kept: request.kept } };
}
