import type {
  AddablePackage,
  AddedPlan,
  KnownOrder,
  OwnProfile,
  PlaceOutcome,
  WholesaleOrder,
} from '../../modules/fulfilment/wholesaler.ts';
import { WholesaleError } from '../wholesale-call.ts';
import { type Client, CODES, parsed } from './client.ts';
import { ownProfile } from './lists.ts';
import { notSent, ordered } from './outcomes.ts';
import { addableOf, exactPrice, packagesReply } from './packages.ts';
import { addedOrders, listedKey, planReply, usageReply } from './replies.ts';
import { centsUp, CURRENCY } from './units.ts';

/* Plans for a profile that exists. ICCIDs are reused, so the profile is looked up by its order, and named by its number. */

type Refused = Extract<PlaceOutcome, { kind: 'refused' }>;
const neverSent = (refusal: Pick<Refused, 'code' | 'retryable'>): Refused => ({
  kind: 'refused',
  ...refusal,
  neverSent: true,
});

/** Codes with which the vendor refuses a plan for good: the profile is over, suspended, or another's. */
const ENDED = { code: 'profile-ended', retryable: false } as const;
const ON_PROFILES = { [CODES.statusForbids]: ENDED, [CODES.noIccid]: ENDED };

/** The vendor adds plans to a profile that is new, in use or used up, and to none after its end. */
export async function addable(client: Client, profile: OwnProfile): Promise<AddablePackage[] | 'ended'> {
  const own = await openProfile(client, profile);
  return own === 'ended' ? own : addableOf(await listFor(client, profile.iccid));
}

/**
 * Adds a plan at the exact price that is read just before, so that the vendor refuses it when the price has changed since.
 * A repeated call with the same reference is answered with the first one.
 */
export async function addPlan(client: Client, asked: AddedPlan): Promise<PlaceOutcome> {
  const signal = client.timeLimit();
  const { profile, packageId, reference, netPriceCents } = asked;
  let exact: ReturnType<typeof exactPrice>;
  let own: 'ended' | { esimTranNo: string };
  try {
    own = await openProfile(client, profile, signal);
    exact = own === 'ended' ? undefined : exactPrice(await listFor(client, profile.iccid, signal), packageId);
    if (exact === null) throw new WholesaleError('bad-reply');
  } catch (error) {
    return notSent(error);
  }
  if (own === 'ended') return neverSent(ENDED);
  if (exact === undefined) return neverSent({ code: 'invalid-package', retryable: false });
  const netCents = exact.currencyCode === CURRENCY ? centsUp(exact.price, CURRENCY) : Infinity;
  if (netCents > netPriceCents) return neverSent({ code: 'price-changed', retryable: true });
  const topUp = {
    esimTranNo: own.esimTranNo,
    packageCode: packageId,
    amount: String(exact.price),
    transactionId: reference,
  };
  const outcome = await ordered(
    client.post('/esim/topup', topUp, signal),
    (object) => {
      const reply = planReply.safeParse(object).data;
      return reply?.transactionId === reference && reply.iccid === profile.iccid ? reply : undefined;
    },
    ON_PROFILES,
  );
  if (!('made' in outcome)) return outcome;
  const order = { vendorOrderId: reference, reference, packageId, createdAt: null, netPriceCents: netCents };
  return { kind: 'done', order: { ...order, netCurrency: CURRENCY, sim: null } };
}

/**
 * The plan with this reference, among the packages of its profile. Throws when the vendor does not say whose a package is
 * that may be this one.
 */
export async function planWith(
  client: Client,
  reference: string,
  { since, addedTo }: KnownOrder,
): Promise<WholesaleOrder[]> {
  const own = addedTo && (await ownProfile(client, addedTo));
  // The ICCID has become another customer's: what was added to the profile can't be read.
  if (own === null) throw new WholesaleError('not-found');
  const added = addedOrders(own);
  const found = added.filter((each) => each.reference === reference);
  if (found.length === 0 && added.some((each) => each.reference === null && isSince(each.createdAt, since)))
    throw new WholesaleError('bad-reply');
  return found.map((each) => ({ ...each, reference }));
}

const DAY_MS = 86_400_000;
const isSince = (createdAt: Date | null, since: Date | null) =>
  createdAt === null || since === null || createdAt.getTime() >= since.getTime() - DAY_MS;

/** The vendor's number of a profile that may take a plan. */
async function openProfile(
  client: Client,
  profile: OwnProfile,
  signal?: AbortSignal,
): Promise<'ended' | { esimTranNo: string }> {
  const own = await ownProfile(client, profile, signal && { signal });
  if (own === null) return 'ended';
  const status = usageReply.safeParse(own).data?.usage.status;
  const esimTranNo = listedKey.safeParse(own).data;
  if (status === undefined || esimTranNo === undefined) throw new WholesaleError('bad-reply');
  return status === 'expired' ? 'ended' : { esimTranNo };
}

async function listFor(client: Client, iccid: string, signal?: AbortSignal): Promise<readonly unknown[]> {
  const list = { locationCode: '', type: 'TOPUP', packageCode: '', slug: '', iccid };
  return parsed(packagesReply, await client.ask('/package/list', list, signal && { signal }));
}
