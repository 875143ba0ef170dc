import { createHash, randomBytes } from 'node:crypto';
import { openLedger, type Collection, type Ledger } from '../kit/ledger.ts';
import { createOrders, type Orders } from './orders.ts';
import type { StoredRefund } from './refunds.ts';

export type Credentials = { clientId: string; clientSecret: string };

/** What the wholesaler keeps. */
export type World = {
  ledger: Ledger;
  orders: Orders;
  refunds: Collection<StoredRefund>;
  /** Payments in, in US dollars. */
  paidIn: Collection<{ id: string; amount: number }>;
  tokens: Tokens;
};

/** The prepaid balance before the first order, in US dollars. */
const FIRST_BALANCE = 100_000;

export function openWorld(dataDir: string): World {
  const ledger = openLedger(dataDir, 'airalo');
  return {
    ledger,
    orders: createOrders(ledger),
    refunds: ledger.collection('refunds'),
    paidIn: ledger.collection('balance'),
    tokens: createTokens(ledger),
  };
}

const paidInOf = ({ paidIn }: World): number => paidIn.get('paid-in')?.amount ?? FIRST_BALANCE;

/** The prepaid balance: payments in, less the net price of every order. */
export function balanceOf(world: World): number {
  const spent = world.orders.orders.list().reduce((sum, { order }) => sum + order.net_price * order.quantity, 0);
  return Math.round((paidInOf(world) - spent) * 100) / 100;
}

/** Pays in, or takes out, what makes the balance this amount. */
export function setBalance(world: World, balance: number): void {
  world.paidIn.put({ id: 'paid-in', amount: paidInOf(world) + balance - balanceOf(world) });
}

export const isRecycled = ({ orders }: World, iccid: string): boolean => orders.usage.get(iccid)?.status === 'RECYCLED';

type Tokens = ReturnType<typeof createTokens>;

/** Access tokens: random, stored as hashes, durable like the vendor's. */
function createTokens(ledger: Ledger) {
  const issued = ledger.collection<{ id: string }>('tokens');
  const hash = (token: string) => createHash('sha256').update(token).digest('hex');
  return {
    issue(): string {
      const token = randomBytes(48).toString('base64url');
      issued.put({ id: hash(token) });
      return token;
    },
    known: (header: string | undefined) =>
      header?.startsWith('Bearer ') === true && issued.get(hash(header.slice(7))) !== undefined,
    revokeAll() {
      for (const { id } of issued.list()) issued.delete(id);
    },
  };
}
