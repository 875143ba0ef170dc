import type { GiveBackOutcome, PlaceOutcome, WholesaleRefusal } from '../../modules/fulfilment/wholesaler.ts';
import { type Answer, WholesaleError } from '../wholesale-call.ts';
import { CODES, type Said, saidBy } from './client.ts';

type Refusal = { code: WholesaleRefusal; retryable: boolean };
type NotDone = Exclude<PlaceOutcome, { kind: 'done' }>;

const UNAUTHORIZED: Refusal = { code: 'unauthorized', retryable: true };
const INVALID_PACKAGE: Refusal = { code: 'invalid-package', retryable: false };
const PRICE_CHANGED: Refusal = { code: 'price-changed', retryable: true };
const INVALID_REQUEST: Refusal = { code: 'invalid-request', retryable: false };

/**
 * The vendor's documented codes that state why nothing was ordered. The others prove nothing: a server error, a busy
 * system, an abnormal status of the order.
 */
const REFUSALS: Record<string, Refusal> = {
  [CODES.noBalance]: { code: 'insufficient-credit', retryable: true },
  [CODES.noProfiles]: { code: 'out-of-stock', retryable: true },
  [CODES.noPackageCode]: INVALID_PACKAGE,
  [CODES.noPackage]: INVALID_PACKAGE,
  [CODES.noBundle]: INVALID_PACKAGE,
  [CODES.packagePrice]: PRICE_CHANGED,
  [CODES.totalPrice]: PRICE_CHANGED,
  [CODES.orderParameters]: INVALID_REQUEST,
  // Method, JSON and parameters.
  '000103': INVALID_REQUEST,
  '000104': INVALID_REQUEST,
  '000105': INVALID_REQUEST,
  '000106': INVALID_REQUEST,
  '000107': INVALID_REQUEST,
  [CODES.noHeader]: UNAUTHORIZED,
  [CODES.wrongHeader]: UNAUTHORIZED,
  [CODES.expiredTimestamp]: UNAUTHORIZED,
  [CODES.wrongSignature]: UNAUTHORIZED,
  [CODES.blockedAddress]: { code: 'forbidden', retryable: true },
};

/** The outcome of a call that was to order something: `made` reads what it ordered. `others`: more refusals of this call. */
export async function ordered<T>(
  call: Promise<Answer>,
  made: (object: unknown) => T | undefined,
  others: Record<string, Refusal> = {},
): Promise<{ made: T } | NotDone> {
  const said = await answered(call);
  if ('kind' in said) return said;
  if ('refusal' in said) {
    const refusal = others[said.refusal] ?? REFUSALS[said.refusal];
    return refusal ? { kind: 'refused', ...refusal } : { kind: 'unknown', fault: faultOf(said.refusal) };
  }
  const order = made(said.object);
  return order === undefined ? { kind: 'unknown', fault: 'bad-reply' } : { made: order };
}

/** The outcome of a cancellation. It is refused when the profile is on a phone, or ended. */
export async function givenBack(call: Promise<Answer>): Promise<GiveBackOutcome> {
  const said = await answered(call);
  if ('kind' in said) return said;
  if (!('refusal' in said)) return { kind: 'given-back' };
  if (said.refusal === CODES.statusForbids) return { kind: 'refused', code: 'profile-ended' };
  if (said.refusal === CODES.noIccid) return { kind: 'refused', code: 'invalid-request' };
  const refusal = REFUSALS[said.refusal];
  return refusal ? { kind: 'refused', code: refusal.code } : { kind: 'unknown', fault: faultOf(said.refusal) };
}

/** The outcome of an order whose price could not be read: the order was not sent. */
export function notSent(error: unknown): NotDone {
  if (!(error instanceof WholesaleError)) throw error;
  const code = error.code === 'unauthorized' || error.code === 'forbidden' ? error.code : 'unreachable';
  return { kind: 'refused', code, retryable: true, neverSent: true };
}

/** What the answer says, or the outcome of a call without a readable one. */
async function answered(call: Promise<Answer>): Promise<Said | NotDone> {
  let retryAfterSeconds: number | null = null;
  try {
    const answer = await call;
    retryAfterSeconds = answer.retryAfterSeconds;
    return saidBy(answer);
  } catch (error) {
    if (!(error instanceof WholesaleError)) throw error;
    if (!error.sent) return { kind: 'refused', code: 'unreachable', retryable: true, neverSent: true };
    return { kind: 'unknown', fault: error.code, ...(retryAfterSeconds !== null && { retryAfterSeconds }) };
  }
}

const faultOf = (code: string) =>
  code === CODES.serverError || code === CODES.busy ? ('server-error' as const) : ('refused' as const);
