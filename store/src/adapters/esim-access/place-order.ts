import type { PlaceOutcome, WholesaleOrder } from '../../modules/fulfilment/wholesaler.ts';
import { WholesaleError } from '../wholesale-call.ts';
import { type Client, CODES, parsed, type Said, wait } from './client.ts';
import { allocating, orderNumbered } from './lists.ts';
import { notSent, ordered } from './outcomes.ts';
import { exactPrice, packagesReply } from './packages.ts';
import { isCancelled, orderReply, ordersOf } from './replies.ts';
import { centsUp, CURRENCY } from './units.ts';

type Asked = { packageId: string; reference: string; netPriceCents: number };
type Refused = Extract<PlaceOutcome, { kind: 'refused' }>;

const neverSent = (refusal: Pick<Refused, 'code' | 'retryable'>): Refused => ({
  kind: 'refused',
  ...refusal,
  neverSent: true,
});
const UNKNOWN_PACKAGE = neverSent({ code: 'invalid-package', retryable: false });
const DEARER = neverSent({ code: 'price-changed', retryable: true });

/**
 * Orders one profile at the exact price that is read just before, so that the vendor refuses it when the price has changed
 * since. A profile that is made at once is part of the outcome; otherwise it has the number of the order. All calls share
 * the time of one operation.
 */
export async function placeOrder(client: Client, asked: Asked, maxListBytes: number): Promise<PlaceOutcome> {
  const signal = client.timeLimit();
  const { packageId, reference, netPriceCents } = asked;
  const price = await readPrice(client, packageId, { signal, maxBytes: maxListBytes });
  if (typeof price === 'object') return price;
  const netCents = centsUp(price, CURRENCY);
  if (netCents > netPriceCents) return DEARER;
  const order = {
    transactionId: reference,
    amount: price,
    packageInfoList: [{ packageCode: packageId, count: 1, price }],
  };
  const outcome = await ordered(client.post('/esim/order', order, signal), (object) => {
    const reply = orderReply.safeParse(object).data;
    return reply?.reference === reference ? reply : undefined;
  });
  if (!('made' in outcome)) return outcome;
  const made = await profileOf(client, outcome.made, signal);
  // An order of this reference was cancelled before, and the vendor answers it again instead of making one.
  if (made === 'cancelled') return { kind: 'refused', code: 'profile-ended', retryable: false };
  if (made.packageId !== null && made.packageId !== packageId) return { kind: 'unknown', fault: 'bad-reply' };
  return { kind: 'done', order: { ...made, packageId, netPriceCents: netCents } };
}

/** The exact price in US dollars, which the account is in, or why nothing is ordered. */
async function readPrice(
  client: Client,
  packageId: string,
  limits: { signal: AbortSignal; maxBytes: number },
): Promise<number | Exclude<PlaceOutcome, { kind: 'done' }>> {
  try {
    const list = { locationCode: '', type: 'BASE', packageCode: packageId, slug: '', iccid: '' };
    const said = await client.ask('/package/list', list, limits);
    if (isUnknownPackage(said)) return UNKNOWN_PACKAGE;
    const exact = exactPrice(parsed(packagesReply, said), packageId);
    if (exact === undefined) return UNKNOWN_PACKAGE;
    if (exact === null) throw new WholesaleError('bad-reply');
    return exact.currencyCode === CURRENCY ? exact.price : DEARER;
  } catch (error) {
    return notSent(error);
  }
}

const isUnknownPackage = (said: Said) =>
  'refusal' in said && (said.refusal === CODES.noPackageCode || said.refusal === CODES.noPackage);

/** Asks for the profile twice, as far as the time allows. Without an answer, the order has none yet. */
async function profileOf(
  client: Client,
  made: Pick<WholesaleOrder, 'vendorOrderId' | 'reference'>,
  signal: AbortSignal,
): Promise<WholesaleOrder | 'cancelled'> {
  try {
    let found = await orderNumbered(client, made, { signal });
    if (found === 'allocating') {
      await wait(client.againMs, signal);
      found = await orderNumbered(client, made, { signal });
    }
    if (typeof found === 'string') return allocating(made);
    if (found.length > 0 && found.every(isCancelled)) return 'cancelled';
    return ordersOf(found)[0] ?? allocating(made);
  } catch (error) {
    if (!(error instanceof WholesaleError)) throw error;
    return allocating(made);
  }
}
