import type Stripe from 'stripe';
import { book } from './balance.ts';
import { NOBODY } from './events.ts';
import { newId, now } from './ids.ts';
import { newDispute } from './objects/refund.ts';
import type { World } from './world.ts';

/** Stripe's fee for a dispute. It is not returned. */
const FEE = 1500;

/** The final statuses. */
export const FINAL = ['won', 'lost', 'warning_closed', 'prevented'] as const;
export const DISPUTE_STATUSES = [
  'warning_needs_response',
  'warning_under_review',
  'needs_response',
  'under_review',
  ...FINAL,
] as const;
type Status = (typeof DISPUTE_STATUSES)[number];

const isFinal = (status: string) => (FINAL as readonly string[]).includes(status);
const isInquiry = (status: string) => status.startsWith('warning_');

/** The successful charge of an intent. Throws an Error that names what is missing. */
function chargeOf({ store }: Pick<World, 'store'>, intentId: string): Stripe.Charge {
  const intent = store.intents.get(intentId);
  const charge = intent?.status === 'succeeded' ? store.charges.get(String(intent.latest_charge)) : undefined;
  if (!charge) throw new Error(`${intentId} is no succeeded payment intent`);
  return charge;
}

/**
 * Opens a dispute, which takes the money and a fee, or an inquiry, which takes none, for a charge, and sends its
 * events.
 */
export function openDispute(
  world: World,
  about: { payment_intent: string; reason: string; kind: 'dispute' | 'inquiry'; amount?: number },
): Stripe.Dispute {
  const { store, emit } = world;
  const charge = chargeOf(world, about.payment_intent);
  return store.ledger.transaction(() => {
    store.charges.put({ ...charge, disputed: true });
    const opened = store.disputes.put({
      ...newDispute(charge, about.reason, about.kind),
      amount: about.amount ?? charge.amount - charge.amount_refunded,
    });
    emit('charge.dispute.created', opened, NOBODY);
    endWarnings(world, charge.id);
    return about.kind === 'dispute' ? withdraw(world, opened) : opened;
  });
}

/** Changes the status of a dispute, with its balance transactions and events. Throws for an invalid transition. */
export function moveDispute(world: World, id: string, status: Status, dueBy?: number): Stripe.Dispute {
  const { store, emit } = world;
  const before = store.disputes.get(id);
  if (!before) throw new Error(`there is no dispute ${id}`);
  if (isFinal(before.status)) throw new Error(`${id} is ${before.status}`);
  if (isInquiry(status) && !isInquiry(before.status)) throw new Error(`${id} is no inquiry any more`);
  if ((status === 'won' || status === 'lost') && isInquiry(before.status)) throw new Error(`${id} is an inquiry`);
  return store.ledger.transaction(() => {
    const evidence_details =
      dueBy === undefined ? before.evidence_details : { ...before.evidence_details, due_by: dueBy };
    const moved = store.disputes.put({ ...before, status, evidence_details, is_charge_refundable: isInquiry(status) });
    const previous = { status: before.status };
    emit(isFinal(status) ? 'charge.dispute.closed' : 'charge.dispute.updated', moved, NOBODY, previous);
    if (status === 'won' || (status === 'prevented' && moved.balance_transactions.length > 0)) {
      const back = book(store, 'dispute_reversal', { amount: moved.amount, source: id });
      const won = store.disputes.put({ ...moved, balance_transactions: [...moved.balance_transactions, back] });
      emit('charge.dispute.funds_reinstated', won, NOBODY);
      return won;
    }
    const hasMoney = moved.balance_transactions.length > 0;
    return isInquiry(status) || isFinal(status) || hasMoney ? moved : withdraw(world, moved);
  });
}

function withdraw({ store, emit }: World, dispute: Stripe.Dispute): Stripe.Dispute {
  const taken = book(store, 'dispute', { amount: -dispute.amount, fee: FEE, source: dispute.id });
  const withdrawn = store.disputes.put({ ...dispute, balance_transactions: [taken] });
  emit('charge.dispute.funds_withdrawn', withdrawn, NOBODY);
  return withdrawn;
}

/** True while a dispute prevents a refund of its charge: it is open or was lost. An inquiry prevents none. */
export function blocksRefund({ store }: Pick<World, 'store'>, chargeId: string): boolean {
  return store.disputes
    .list({ charge: chargeId })
    .some(({ status }) => !isInquiry(status) && (!isFinal(status) || status === 'lost'));
}

/** The card's bank warns that the payment may be fraudulent. */
export function raiseFraudWarning(world: World, intentId: string, fraudType: string): Stripe.Radar.EarlyFraudWarning {
  const { store, emit } = world;
  const charge = chargeOf(world, intentId);
  return store.ledger.transaction(() => {
    const warning = store.warnings.put({
      id: newId('issfr'),
      object: 'radar.early_fraud_warning',
      actionable: !charge.disputed && !charge.refunded,
      charge: charge.id,
      created: now(),
      fraud_type: fraudType,
      livemode: false,
      payment_intent: intentId,
    });
    const { payment_intent, ...event } = warning;
    // Stripe's own example of this object has only the charge.
    emit('radar.early_fraud_warning.created', event, NOBODY);
    return warning;
  });
}

/** After a full refund or a dispute of a charge, its warnings are no longer actionable. */
function endWarnings({ store, emit }: World, chargeId: string): void {
  for (const warning of store.warnings.list({ charge: chargeId, actionable: true }))
    emit('radar.early_fraud_warning.updated', store.warnings.put({ ...warning, actionable: false }), NOBODY, {
      actionable: true,
    });
}

/** A full refund closes inquiries and warnings. */
export function endWithRefund(world: World, chargeId: string): void {
  for (const { id, status } of world.store.disputes.list({ charge: chargeId }))
    if (isInquiry(status) && !isFinal(status)) moveDispute(world, id, 'warning_closed');
  endWarnings(world, chargeId);
}
