import { openLedger, type Collection, type Ledger } from '../kit/ledger.ts';
import { createReplies, type Replies } from '../kit/replies.ts';
import type { PackageChange } from './packages.ts';
import type { StoredNotification, StoredOrder, StoredProfile, StoredTopUp, Waiting } from './stored.ts';

type Setting = { id: string; url?: string | null; amount?: number; afterMs?: number; isHeld?: boolean };

/** What the wholesaler keeps, and what the control plane has set for the next orders. */
export type World = {
  ledger: Ledger;
  orders: Collection<StoredOrder>;
  /** The orders without their profiles. */
  waiting: Collection<Waiting>;
  profiles: Collection<StoredProfile>;
  topUps: Collection<StoredTopUp>;
  /** The order or top-up of each transaction id, by the id of its document. */
  transactions: Collection<{ id: string; of: string; isTopUp: boolean }>;
  changes: Collection<PackageChange>;
  notifications: Collection<StoredNotification>;
  settings: Collection<Setting>;
  armed: ('none' | 'duplicate')[];
  replies: Replies;
};

/** The prepaid balance before the first order: 100,000 dollars in 10,000ths. */
const FIRST_BALANCE = 1_000_000_000;
const ALLOCATED_AFTER_MS = 300;
/** Figures of usage are two to three hours old at the vendor. */
const DOCUMENTED_LAG_SECONDS = 9000;

export function openWorld(dataDir: string): World {
  const ledger = openLedger(dataDir, 'esim-access');
  return {
    ledger,
    orders: ledger.collection('orders'),
    waiting: ledger.collection('waiting'),
    profiles: ledger.collection('profiles'),
    topUps: ledger.collection('top_ups'),
    transactions: ledger.collection('transactions'),
    changes: ledger.collection('package_changes'),
    notifications: ledger.collection('notifications'),
    settings: ledger.collection('settings'),
    armed: [],
    replies: createReplies({ documentedSeconds: DOCUMENTED_LAG_SECONDS }),
  };
}

/** Empties the ledger, except for the address of the webhooks. */
export function resetWorld(world: World): void {
  const url = webhookUrlOf(world);
  world.armed = [];
  world.replies.reset();
  world.ledger.transaction(() => {
    world.ledger.clear();
    setWebhookUrl(world, url);
  });
}

export const webhookUrlOf = ({ settings }: World): string | null => settings.get('webhook')?.url ?? null;
export const setWebhookUrl = ({ settings }: World, url: string | null) => void settings.put({ id: 'webhook', url });

/** When new orders get their profiles: after a time, or not before they are released. */
export function allocationOf({ settings }: World): { afterMs: number; isHeld: boolean } {
  const { afterMs = ALLOCATED_AFTER_MS, isHeld = false } = settings.get('allocation') ?? {};
  return { afterMs, isHeld };
}
export const setAllocation = (world: World, set: { afterMs?: number; isHeld?: boolean }) =>
  void world.settings.put({ id: 'allocation', ...allocationOf(world), ...set });

const paidInOf = ({ settings }: World): number => settings.get('paid-in')?.amount ?? FIRST_BALANCE;

/** The prepaid balance: payments in, less orders and top-ups, plus cancelled profiles. In 10,000ths of a dollar. */
export function balanceOf(world: World): number {
  const { orders, topUps, profiles } = world;
  const sum = (amounts: readonly { amount: number }[]) => amounts.reduce((total, { amount }) => total + amount, 0);
  const cancelled = profiles.list({ esimStatus: 'CANCEL' }).map(({ price }) => ({ amount: price }));
  return paidInOf(world) - sum(orders.list()) - sum(topUps.list()) + sum(cancelled);
}

/** Pays in, or takes out, what makes the balance this amount. */
export const setBalance = (world: World, balance: number) =>
  void world.settings.put({ id: 'paid-in', amount: paidInOf(world) + balance - balanceOf(world) });
