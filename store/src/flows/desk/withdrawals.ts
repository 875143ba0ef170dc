import type { MailQueue } from '../../modules/notifications/notifications.ts';
import type { Order, OrderBook } from '../../modules/orders/orders.ts';
import type { Withdrawal, WithdrawalBook } from '../../modules/rights/withdrawals/withdrawals.ts';
import { AppError } from '../../shared/errors.ts';
import type { Acting } from '../../shared/operator.ts';
import { plainText } from '../../shared/plain-text.ts';
import { isLinked } from '../withdrawing/prove.ts';
import { queueCarryingOut } from '../withdrawing/queue-carrying-out.ts';
import type { Act } from './act.ts';
import { lockOrder } from './lock-order.ts';

type Ports = {
  act: Act;
  orders: OrderBook;
  withdrawals: WithdrawalBook;
  notifications: Pick<MailQueue, 'queueWithdrawal'>;
};

/**
 * A declaration that is not done, with the order whose number it names. `waitsFor`: the mailbox of the order has the link of
 * its mail, or a person has to look; `store`: it is being carried out.
 */
export type ShownWithdrawal = { withdrawal: Withdrawal; order: Order | null; waitsFor: 'mailbox' | 'person' | 'store' };

const MAX_ROWS = 1_000;
const MAX_ANSWER = 2_000;

/** Declarations of withdrawal that nothing proves: an operator looks whose order it is, then carries it out or answers. */
export function createWithdrawalActions(ports: Ports) {
  return {
    open: () => openWithdrawals(ports),
    carryOut: (id: string, orderId: string, acting: Acting) => carryOut(ports, id, orderId, acting),
    answer: (id: string, words: string, acting: Acting) => answer(ports, id, words, acting),
  };
}

/** Those that are not done, oldest first. */
export async function openWithdrawals({
  orders,
  withdrawals,
}: Pick<Ports, 'withdrawals'> & { orders: Pick<OrderBook, 'find'> }): Promise<ShownWithdrawal[]> {
  const open = await withdrawals.open(MAX_ROWS);
  return Promise.all(
    open.map(async (withdrawal) => {
      const order = withdrawal.orderId === null ? null : await orders.find(withdrawal.orderId);
      const isAsked = order !== null && isLinked(withdrawal, order) && withdrawals.isProvable(withdrawal);
      return { withdrawal, order, waitsFor: withdrawal.state === 'proved' ? 'store' : isAsked ? 'mailbox' : 'person' };
    }),
  );
}

/**
 * Carries a declaration out for an order, which the operator names: the typed number may be wrong, or another person's. The
 * time of the declaration decides about the period. Throws `not-found`, `wrong-state`, `changed-meanwhile`.
 */
async function carryOut(ports: Ports, id: string, orderId: string, acting: Acting): Promise<Withdrawal> {
  const { act, orders, withdrawals } = ports;
  const { state } = await found(ports, id);
  return act('withdrawal.carry-out', acting, { kind: 'withdrawal', id }, async (tx) => {
    const order = await lockOrder(ports, tx, orderId, acting);
    const result = await withdrawals.prove(tx, id, { proof: 'person', orderId: order.id, name: acting.actor.name });
    if (!result) throw new AppError('wrong-state', { field: 'withdrawal' });
    await orders.note(tx, order.id, 'withdrawal-declared', {
      reference: result.number,
      proof: 'person',
      by: acting.actor.name,
    });
    await queueCarryingOut(tx, { id, orderId: order.id });
    return { result, changed: { orderId: order.id, before: { state }, after: { state: result.state } } };
  });
}

/** Answers a declaration that is not carried out, by mail to the typed address. Throws `not-found`, `wrong-state`. */
async function answer(ports: Ports, id: string, words: string, acting: Acting): Promise<Withdrawal> {
  const { act, withdrawals, notifications } = ports;
  const { state } = await found(ports, id);
  const text = plainText(words);
  if (text === '' || text.length > MAX_ANSWER) throw new AppError('invalid-input', { field: 'answer' });
  return act('withdrawal.answer', acting, { kind: 'withdrawal', id }, async (tx) => {
    const result = await withdrawals.answer(tx, id, { answer: text, by: acting.actor.name });
    if (!result) throw new AppError('wrong-state', { field: 'withdrawal' });
    const { email: to, locale, orderId } = result;
    await notifications.queueWithdrawal(tx, { withdrawalId: id, what: 'answered', to, locale });
    return { result, changed: { orderId, before: { state }, after: { state: result.state } } };
  });
}

async function found({ withdrawals }: Ports, id: string): Promise<Withdrawal> {
  const row = await withdrawals.find(id);
  if (!row) throw new AppError('not-found', { field: 'withdrawal' });
  return row;
}
