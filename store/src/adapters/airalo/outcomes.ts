import type * as z from 'zod';
import type {
  GiveBackOutcome,
  PlaceOutcome,
  WholesaleOrder,
  WholesaleRefusal,
} from '../../modules/fulfilment/wholesaler.ts';
import { type Answer, faultOfStatus } from '../wholesale-call.ts';
import { refundReply, refusalReply } from './replies.ts';

/**
 * The vendor's documented codes of a 422, which state why nothing was ordered. Code 53, "unexpected", and unknown codes
 * prove nothing.
 */
const BUSINESS: Record<number, { code: WholesaleRefusal; retryable: boolean }> = {
  11: { code: 'insufficient-credit', retryable: true },
  13: { code: 'maintenance', retryable: true },
  14: { code: 'invalid-request', retryable: false },
  23: { code: 'not-addable', retryable: false },
  33: { code: 'out-of-stock', retryable: true },
  34: { code: 'out-of-stock', retryable: true },
  43: { code: 'invalid-request', retryable: false },
  73: { code: 'profile-ended', retryable: false },
};
/** The documented code of a 403: the vendor's allow-list lacks our network address. */
const ADDRESS_NOT_ALLOWED = 89;

/** True for an answer that says that the profile takes no plan any more: its ICCID was recycled. */
export function isEnded({ status, body }: Pick<Answer, 'status' | 'body'>): boolean {
  const refusal = status === 422 ? refusalReply.safeParse(body).data : undefined;
  return refusal?.kind === 'business' && BUSINESS[refusal.code]?.code === 'profile-ended';
}

type NoAnswer = Exclude<PlaceOutcome, { kind: 'done' }>;

/** The outcome of an order: `made` reads the order that was asked for. */
export function ordered(answer: Answer | NoAnswer, made: z.ZodType<WholesaleOrder>): PlaceOutcome {
  if ('kind' in answer) return answer;
  if (answer.status !== 200 && answer.status !== 201) return refusalOf(answer);
  const reply = made.safeParse(answer.body);
  return reply.success ? { kind: 'done', order: reply.data } : { kind: 'unknown', fault: 'bad-reply' };
}

/** The outcome of a request to take a profile back: a person decides about it. */
export function givenBack(answer: Answer | NoAnswer): GiveBackOutcome {
  if ('kind' in answer) return answer;
  if (answer.status !== 200 && answer.status !== 202) return refusalOf(answer);
  const reply = refundReply.safeParse(answer.body);
  return reply.success ? { kind: 'requested', requestId: reply.data } : { kind: 'unknown', fault: 'bad-reply' };
}

/**
 * What an answer proves that is no success. Only a documented refusal counts as one. After anything else the order may
 * exist: a 429, a 5xx or another 403 may come from a proxy that lost the vendor's answer.
 */
function refusalOf(answer: Answer): NoAnswer {
  const { status, body, retryAfterSeconds } = answer;
  const refusal = refusalReply.safeParse(body).data;
  const businessCode = refusal?.kind === 'business' ? refusal.code : undefined;
  // The same order can succeed after the credentials or the allow-list are corrected.
  if (status === 401) return { kind: 'refused', code: 'unauthorized', retryable: true };
  if (status === 403 && businessCode === ADDRESS_NOT_ALLOWED)
    return { kind: 'refused', code: 'forbidden', retryable: true };
  if (status === 422) {
    const documented = businessCode === undefined ? undefined : BUSINESS[businessCode];
    if (documented) return { kind: 'refused', ...documented };
    if (refusal?.kind === 'validation') return { kind: 'refused', ...validationRefusal(refusal.fields) };
  }
  return { kind: 'unknown', fault: faultOfStatus(status), ...(retryAfterSeconds !== null && { retryAfterSeconds }) };
}

function validationRefusal(fields: Record<string, unknown>): { code: WholesaleRefusal; retryable: boolean } {
  if ('package_id' in fields) return { code: 'invalid-package', retryable: false };
  // The quantity is always one, so a complaint about it means "SIM quantity is not available".
  if ('quantity' in fields) return { code: 'out-of-stock', retryable: true };
  return { code: 'invalid-request', retryable: false };
}
