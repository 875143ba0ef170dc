import type { EndOutcome, GiveBackOutcome, OwnProfile } from '../../modules/fulfilment/wholesaler.ts';
import { WholesaleError } from '../wholesale-call.ts';
import { type Client } from './client.ts';
import { ownProfile } from './lists.ts';
import { givenBack } from './outcomes.ts';
import { isCancelled, listedKey, listedProfile, usageReply } from './replies.ts';

/**
 * Gives an unused profile back. It is looked up first, as for its end: two orders may have one ICCID, and the vendor would
 * take back the later one.
 */
export async function giveBack(client: Client, profile: OwnProfile): Promise<GiveBackOutcome> {
  try {
    const own = await ownProfile(client, profile);
    if (own === null) return { kind: 'refused', code: 'profile-ended' };
    // The answer to an earlier call may have been lost.
    const listed = listedProfile.safeParse(own).data;
    if (listed && isCancelled(listed)) return { kind: 'given-back' };
    const esimTranNo = listedKey.safeParse(own).data;
    if (esimTranNo === undefined) throw new WholesaleError('bad-reply');
    return await givenBack(client.post('/esim/cancel', { esimTranNo }, client.timeLimit()));
  } catch (error) {
    if (!(error instanceof WholesaleError)) throw error;
    return error.code === 'not-found'
      ? { kind: 'refused', code: 'invalid-request' }
      : { kind: 'unknown', fault: error.code };
  }
}

/**
 * Ends a profile without its price. It is looked up first, because its ICCID may be another customer's: the vendor's own
 * number of the profile is sent. One that is over already needs no call.
 */
export async function endProfile(client: Client, profile: OwnProfile): Promise<EndOutcome> {
  try {
    const before = await standingOf(client, profile);
    if (before === 'ended') return { kind: 'ended' };
    const outcome = await givenBack(client.post('/esim/revoke', { esimTranNo: before.esimTranNo }, client.timeLimit()));
    if (outcome.kind === 'given-back' || outcome.kind === 'requested') return { kind: 'ended' };
    // Another process may have ended it meanwhile.
    if (outcome.kind === 'refused' && (await standingOf(client, profile)) === 'ended') return { kind: 'ended' };
    return outcome;
  } catch (error) {
    if (!(error instanceof WholesaleError)) throw error;
    return { kind: 'unknown', fault: error.code };
  }
}

/** The vendor's number of a profile that may still work. */
async function standingOf(client: Client, profile: OwnProfile): Promise<'ended' | { esimTranNo: string }> {
  const own = await ownProfile(client, profile);
  if (own === null) return 'ended';
  const status = usageReply.safeParse(own).data?.usage.status;
  const esimTranNo = listedKey.safeParse(own).data;
  if (status === undefined || esimTranNo === undefined) throw new WholesaleError('bad-reply');
  return status === 'expired' ? 'ended' : { esimTranNo };
}
