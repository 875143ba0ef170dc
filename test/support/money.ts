import { DEFAULT_CURRENCY, money, type Money } from '#src/shared/money.ts';
import { type Address, ledger } from './wire.ts';

/** US dollars from whole cents. */
export const usd = (cents: number): Money => money(cents, DEFAULT_CURRENCY);

/** What was paid and refunded for an order, in cents, by the books of the payment provider. */
export async function moneyOf(stripe: Address, orderId: string): Promise<[paid: number, returned: number]> {
  type Intent = { id: string; status: string; amount: number; metadata: { order_id?: string } };
  const { payment_intents: intents, refunds } = await ledger<{
    payment_intents: Intent[];
    refunds: { payment_intent: string; amount: number }[];
  }>(stripe);
  const paid = intents.filter(({ metadata, status }) => metadata.order_id === orderId && status === 'succeeded');
  const back = refunds.filter((each) => paid.some((intent) => intent.id === each.payment_intent));
  const sum = (all: { amount: number }[]) => all.reduce((total, { amount }) => total + amount, 0);
  return [sum(paid), sum(back)];
}
