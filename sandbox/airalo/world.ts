import { createHash, randomBytes } from 'node:crypto';
import { openLedger, type Collection, type Ledger } from '../kit/ledger.ts';
import type { OutboxMessage } from '../kit/outbox.ts';
import { createReplies, type Replies } from '../kit/replies.ts';
import { createOrders, type Orders } from './orders.ts';
import type { StoredRefund } from './refunds.ts';

/** A webhook in the vendor's form; it is signed, and has no time and no id. */
export type Notice = Record<string, unknown>;

export type Credentials = { clientId: string; clientSecret: string };

/** What the wholesaler keeps. */
export type World = {
  ledger: Ledger;
  orders: Orders;
  refunds: Collection<StoredRefund>;
  /** Payments in, in US dollars. */
  paidIn: Collection<{ id: string; amount: number }>;
  tokens: Tokens;
  /** The webhooks that were sent, or are to be sent. */
  notices: Collection<OutboxMessage<Notice>>;
  settings: Collection<{ id: string; url: string | null }>;
  replies: Replies;
};

/** The prepaid balance before the first order, in US dollars. */
const FIRST_BALANCE = 100_000;
/** The vendor answers questions about usage from a cache for 20 minutes. */
const DOCUMENTED_CACHE_SECONDS = 1200;

export function openWorld(dataDir: string): World {
  const ledger = openLedger(dataDir, 'airalo');
  return {
    ledger,
    orders: createOrders(ledger),
    refunds: ledger.collection('refunds'),
    paidIn: ledger.collection('balance'),
    tokens: createTokens(ledger),
    notices: ledger.collection('notifications'),
    settings: ledger.collection('settings'),
    replies: createReplies({ documentedSeconds: DOCUMENTED_CACHE_SECONDS }),
  };
}

/** Empties the ledger, except for the address of the webhooks. */
export function resetWorld(world: World): void {
  const url = webhookUrlOf(world);
  world.replies.reset();
  world.orders.disarm();
  world.ledger.transaction(() => {
    world.ledger.clear();
    setWebhookUrl(world, url);
  });
}

export const webhookUrlOf = ({ settings }: World): string | null => settings.get('webhook')?.url ?? null;
export const setWebhookUrl = ({ settings }: World, url: string | null) => void settings.put({ id: 'webhook', url });

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

export function isRecycled({ orders }: World, iccid: string): boolean {
  const { status, life } = orders.usage.get(iccid) ?? {};
  return status === 'RECYCLED' || (status === undefined && life?.plan === 'recycled');
}

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
