import type Stripe from 'stripe';
import * as z from 'zod';
import { book } from './balance.ts';
import { blocksRefund, endWithRefund } from './disputes.ts';
import { NOBODY, type Cause } from './events.ts';
import { formatMoney } from './money.ts';
import { newRefund } from './objects/refund.ts';
import { invalid, missing } from './wire/errors.ts';
import { expandable, integer, metadata, metadataUpdate, text } from './wire/params.ts';
import type { World } from './world.ts';

/** How long a pending refund takes, in milliseconds. */
const SETTLES_AFTER_MS = 2000;

/** POST /v1/refunds. */
export const refundParams = z.strictObject({
  payment_intent: text().min(1).optional(),
  charge: text().min(1).optional(),
  amount: integer(1).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  expand: expandable,
});

/** POST /v1/refunds/:id. Only the metadata of a refund can change. */
export const refundUpdate = z.strictObject({ metadata: metadataUpdate.optional(), expand: expandable });

export const UNBUILT_REFUND_PARAMS: readonly string[] = [
  'currency',
  'customer',
  'instructions_email',
  'origin',
  'refund_application_fee',
  'reverse_transfer',
] satisfies (keyof Stripe.RefundCreateParams)[];

/** Refunds a charge, completely unless `amount` is less. */
export function createRefund(world: World, params: z.output<typeof refundParams>, cause: Cause): Stripe.Refund {
  const { store, emit } = world;
  const charge = chargeToRefund(store, params);
  const left = charge.amount - charge.amount_refunded;
  const amount = params.amount ?? left;
  if (blocksRefund(world, charge.id))
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, undefined, 'charge_disputed');
  if (left === 0) throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded');
  if (amount > left) {
    const money = (cents: number) => formatMoney(cents, charge.currency);
    throw invalid(
      `Refund amount (${money(amount)}) is greater than unrefunded amount on charge (${money(left)})`,
      'amount',
    );
  }
  const card = store.cards.get(charge.id)?.refund;
  const refund = store.refunds.put(newRefund(charge, amount, { ...params, pending: card === 'succeeds_later' }));
  if (refund.balance_transaction)
    book(store, 'refund', { amount: -amount, source: refund.id, id: String(refund.balance_transaction) });
  if (card) {
    store.settlements.put({
      id: refund.id,
      to: card === 'fails_later' ? 'failed' : 'succeeded',
      at: Date.now() + SETTLES_AFTER_MS,
    });
  }
  const refunded = store.charges.put({
    ...charge,
    amount_refunded: charge.amount_refunded + amount,
    refunded: charge.amount_refunded + amount === charge.amount,
  });
  emit('refund.created', refund, cause);
  emit('charge.refunded', refunded, cause, { amount_refunded: charge.amount_refunded, refunded: charge.refunded });
  if (refunded.refunded) endWithRefund(world, charge.id);
  return refund;
}

/** Merges metadata into a refund's; an empty value removes its key, and an empty string removes all. */
export function updateRefund(
  { store, emit }: World,
  id: string,
  { metadata: change }: z.output<typeof refundUpdate>,
  cause: Cause,
): Stripe.Refund {
  const before = store.refunds.get(id);
  if (!before) throw missing('refund', id);
  if (change === undefined) return before;
  const merged = change === '' ? {} : { ...before.metadata, ...change };
  const kept = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
  const refund = store.refunds.put({ ...before, metadata: kept });
  emit('refund.updated', refund, cause, { metadata: before.metadata });
  return refund;
}

function chargeToRefund(store: World['store'], params: { payment_intent?: string; charge?: string }): Stripe.Charge {
  if (!params.payment_intent && !params.charge) {
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
      undefined,
      'parameter_missing',
    );
  }
  const intent = params.payment_intent ? store.intents.get(params.payment_intent) : undefined;
  if (params.payment_intent && !intent) throw missing('payment_intent', params.payment_intent, 'payment_intent');
  const id = params.charge ?? (intent?.status === 'succeeded' ? String(intent.latest_charge) : undefined);
  if (!id) {
    throw invalid(
      `This PaymentIntent (${intent!.id}) does not have a successful charge to refund.`,
      'payment_intent',
      'payment_intent_unexpected_state',
    );
  }
  const charge = store.charges.get(id);
  if (!charge) throw missing('charge', id, 'charge');
  if (!charge.paid) throw invalid(`Charge ${id} cannot be refunded because it failed.`, 'charge');
  if (intent && charge.payment_intent !== intent.id)
    throw invalid('The charge does not belong to the payment intent.', 'charge');
  return charge;
}

/** Settles every pending refund that is due. */
export function settleDue(world: World): void {
  const { store, emit } = world;
  for (const settlement of store.settlements.list()) {
    if (settlement.at > Date.now()) continue;
    store.ledger.transaction(() => {
      store.settlements.delete(settlement.id);
      if (settlement.to === 'failed') return failRefund(world, settlement.id, 'expired_or_canceled_card');
      const { pending_reason, ...before } = store.refunds.get(settlement.id)!;
      const refund = store.refunds.put({
        ...before,
        balance_transaction: book(store, 'refund', { amount: -before.amount, source: before.id }).id,
        destination_details: {
          card: {
            type: 'refund',
            reference: '7278000000000001',
            reference_status: 'available',
            reference_type: 'acquirer_reference_number',
          },
          type: 'card',
        },
        status: 'succeeded',
      });
      emit('refund.updated', refund, NOBODY, { status: before.status });
    });
  }
}

/**
 * The bank sends a refund back, days after it was made, so its money counts as not refunded. Throws for a failed one.
 */
export function failRefund({ store, emit }: World, id: string, reason: string): Stripe.Refund {
  const found = store.refunds.get(id);
  if (!found || found.status === 'failed') throw new Error(`${id} is no refund that can fail`);
  return store.ledger.transaction(() => {
    store.settlements.delete(id);
    const { pending_reason, ...before } = found;
    const refund = store.refunds.put({
      ...before,
      ...(before.balance_transaction
        ? { failure_balance_transaction: book(store, 'refund_failure', { amount: before.amount, source: id }).id }
        : {}),
      failure_reason: reason,
      status: 'failed',
    });
    const charge = store.charges.get(String(refund.charge))!;
    store.charges.put({ ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
    emit('refund.updated', refund, NOBODY, { status: before.status });
    emit('refund.failed', refund, NOBODY, { status: before.status });
    return refund;
  });
}
