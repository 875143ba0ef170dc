import type Stripe from 'stripe';
import { newId, now } from '../ids.ts';

/** A refund of a charge: succeeded, or pending with `pending`. */
export function newRefund(
  charge: Stripe.Charge,
  amount: number,
  given: { reason?: string; metadata?: Stripe.Metadata; pending: boolean },
): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: given.pending ? null : newId('txn'),
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: given.pending
        ? { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' }
        : {
            type: 'refund',
            reference: '7278000000000001',
            reference_status: 'available',
            reference_type: 'acquirer_reference_number',
          },
      type: 'card',
    },
    metadata: given.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    ...(given.pending ? { pending_reason: 'processing' as const } : {}),
    reason: given.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: given.pending ? 'pending' : 'succeeded',
    transfer_reversal: null,
  };
}

/** A dispute or an inquiry for the whole charge that needs a response within seven days. */
export function newDispute(charge: Stripe.Charge, reason: string, kind: 'dispute' | 'inquiry'): Stripe.Dispute {
  return {
    id: newId('dp'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: evidenceOf(charge),
    evidence_details: {
      due_by: now() + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: kind === 'inquiry',
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details!.card!.brand!,
        case_type: kind === 'inquiry' ? 'inquiry' : 'chargeback',
        network: 'visa',
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason,
    status: kind === 'inquiry' ? 'warning_needs_response' : 'needs_response',
  };
}

/** The evidence that Stripe knows before the shop has sent any. */
function evidenceOf({ billing_details }: Stripe.Charge): Stripe.Dispute.Evidence {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: billing_details.email,
    customer_name: billing_details.name,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  };
}
