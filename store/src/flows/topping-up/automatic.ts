import type { Db } from '../../db/database.ts';
import type { AutoTopUpBook, AutoTopUpTokens } from '../../modules/auto-top-ups/auto-top-ups.ts';
import type { OrderBook } from '../../modules/orders/orders.ts';
import type { Money } from '../../shared/money.ts';
import { paths } from '../../shared/paths.ts';
import { chargesOf, spentIn } from './situation.ts';

/** What the mail about a top-up says of the auto top-up that has made it. */
export type Automatic = {
  percent: number;
  cap: Money;
  /** In the current month. */
  spent: Money;
  /** The page that switches it off; null: it is off. */
  offUrl: string | null;
};

type Ports = {
  db: Db;
  publicUrl: string;
  autoTopUps: Pick<AutoTopUpBook, 'chargeOf' | 'find' | 'charges' | 'month'>;
  autoTopUpTokens: Pick<AutoTopUpTokens, 'make'>;
  orders: Pick<OrderBook, 'find'>;
};

/** Null for a top-up by hand. */
export async function automaticOf(ports: Ports, orderId: string): Promise<Automatic | null> {
  const { db, publicUrl, autoTopUps, autoTopUpTokens } = ports;
  const charge = await autoTopUps.chargeOf(orderId);
  const row = charge && (await autoTopUps.find(charge.autoTopUpId));
  if (!row) return null;
  const money = (amount: number) => ({ amount, currency: row.currency });
  return {
    percent: row.thresholdPercent,
    cap: money(row.capAmount),
    spent: money(spentIn(autoTopUps.month(), await chargesOf(ports, db, row))),
    offUrl: offUrlOf(publicUrl, autoTopUpTokens, row),
  };
}

/** The link of a mail; null when there is nothing to switch off. */
export const offUrlOf = (
  publicUrl: string,
  tokens: Pick<AutoTopUpTokens, 'make'>,
  { id, state }: { id: string; state: string },
): string | null => (state === 'off' ? null : publicUrl + paths.autoTopUpOff(tokens.make(id)));
