import type { Db } from '../../db/database.ts';
import { isPseudonym, type Order, type Orders } from '../../modules/orders/orders.ts';
import type { Withdrawal, WithdrawalBook, WithdrawalTokens } from '../../modules/rights/withdrawals/withdrawals.ts';
import type { WithdrawalLine, WithdrawalLink } from '../../shared/withdrawal.ts';
import { queueCarryingOut } from './queue-carrying-out.ts';

type Ports = {
  db: Db;
  orders: Pick<Orders, 'find' | 'lock' | 'note'>;
  withdrawals: Pick<WithdrawalBook, 'find' | 'isProvable' | 'prove' | 'voidIt'>;
  withdrawalTokens: Pick<WithdrawalTokens, 'read'>;
  withdrawalLines: (order: Order, row: Pick<Withdrawal, 'submittedAt' | 'lineIds'>) => Promise<WithdrawalLine[]>;
};

/**
 * The link in the mail to the address of the order: whoever opens it reads that mailbox. It works while the order has the
 * address to which it was sent. It asks before it acts, because mail scanners open links.
 */
export const createWithdrawalProof = (ports: Ports) => ({
  /** What the link is about; null for a token that is not ours, or whose order has another address by now. */
  look: (token: string) => look(ports, token),
  /** Carries it out, or ends it: its mailbox says that it is not its own. False for a token that proves nothing. */
  decide: (token: string, isMine: boolean) => decide(ports, token, isMine),
});

async function look(ports: Ports, token: string): Promise<WithdrawalLink | null> {
  const found = await linked(ports, token);
  if (!found) return null;
  const { row, order } = found;
  const state = row.state === 'received' ? (ports.withdrawals.isProvable(row) ? 'open' : 'other') : stateOf(row);
  return {
    state,
    reference: row.number,
    submittedAt: row.submittedAt.toISOString(),
    orderId: order.id,
    orderNumber: order.number,
    lines: state === 'open' ? await ports.withdrawalLines(order, row) : [],
  };
}

const stateOf = ({ state, proof }: Withdrawal): WithdrawalLink['state'] => {
  if (state === 'void') return 'void';
  return state !== 'answered' && proof === 'mailbox' ? 'proved' : 'other';
};

async function decide(ports: Ports, token: string, isMine: boolean): Promise<boolean> {
  const { db, orders, withdrawals } = ports;
  const found = await linked(ports, token);
  if (!found) return false;
  const { row } = found;
  await db.transaction(async (tx) => {
    // Under the order's lock: a correction of the address ends the proof.
    const order = await orders.lock(tx, found.order.id);
    if (!order || order.emailKey !== row.emailKey || !withdrawals.isProvable(row)) return;
    if (!isMine) {
      await withdrawals.voidIt(tx, row.id);
      return;
    }
    if (!(await withdrawals.prove(tx, row.id, { proof: 'mailbox', orderId: order.id }))) return;
    await orders.note(tx, order.id, 'withdrawal-declared', { reference: row.number, proof: 'mailbox' });
    await queueCarryingOut(tx, { id: row.id, orderId: order.id });
  });
  return true;
}

/** The declaration of a token with its order, which still has the address of the mail. */
async function linked(
  { orders, withdrawals, withdrawalTokens }: Ports,
  token: string,
): Promise<{ row: Withdrawal; order: Order } | null> {
  const id = withdrawalTokens.read(token);
  const row = id === null ? null : await withdrawals.find(id);
  const order = row?.orderId ? await orders.find(row.orderId) : null;
  return row && order && isLinked(row, order) ? { row, order } : null;
}

/** True when the declaration names the address of its order: only that mailbox gets a link. */
export const isLinked = (row: Pick<Withdrawal, 'emailKey'>, order: Pick<Order, 'email' | 'emailKey'>) =>
  order.emailKey === row.emailKey && !isPseudonym(order.email);
