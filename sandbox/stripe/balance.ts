import type Stripe from 'stripe';
import { newId, now } from './ids.ts';
import type { Store } from './store.ts';

type Category = 'charge' | 'refund' | 'refund_failure' | 'dispute' | 'dispute_reversal';

const TYPES = {
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refund_failure',
  dispute: 'adjustment',
  dispute_reversal: 'adjustment',
} as const satisfies Record<Category, Stripe.BalanceTransaction.Type>;

/** Records a balance transaction. `amount` is signed. Payments have no fee here, disputes have one. */
export function book(
  store: Store,
  category: Category,
  { amount, fee = 0, source, id = newId('txn') }: { amount: number; fee?: number; source: string; id?: string },
): Stripe.BalanceTransaction {
  return store.balance.put({
    id,
    object: 'balance_transaction',
    amount,
    available_on: now(),
    balance_type: 'payments',
    created: now(),
    currency: 'usd',
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency: 'usd', description: 'Dispute fee', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'available',
    type: TYPES[category],
  });
}
