import { topUpBySlug, TOP_UP, type Entry } from './catalogue.ts';
import { changed, sameCountries, soldPackage } from './packages.ts';
import { transactionIdIn } from './orders.ts';
import { settle } from './lives.ts';
import { expiryOf, profileBy, profileIn } from './profiles.ts';
import { numberPrefix, Refusal, requiredText, timeIn, vendorTime, type Fields } from './wire.ts';
import { balanceOf, type World } from './world.ts';
import type { ProfilePackage, StoredProfile, StoredTopUp } from './stored.ts';

/** The states in which a profile takes a top-up. */
const OPEN = new Set(['GOT_RESOURCE', 'IN_USE', 'USED_UP']);

/**
 * Adds a package to a profile, durable on return, or returns the top-up that has the transaction id already. Throws the
 * vendor's refusal.
 */
export function topUp(world: World, fields: Fields): { topUp: StoredTopUp; profile: StoredProfile } {
  const { ledger, topUps, transactions, profiles } = world;
  const transactionId = transactionIdIn(fields);
  const known = transactions.get(transactionId);
  if (known && !known.isTopUp) throw new Refusal('200008');
  const before = known && topUps.get(known.of);
  if (before) return { topUp: before, profile: profileBy(world, { esimTranNo: before.esimTranNo })! };
  const profile = settle(world, profileIn(world, fields));
  const entry = entryIn(world, fields, profile);
  if (!OPEN.has(profile.esimStatus)) throw new Refusal('200002');
  const amount = fields['amount'];
  if (amount !== undefined && amount !== null && Number(amount) !== entry.price) throw new Refusal('200006');
  if (entry.price > balanceOf(world)) throw new Refusal('200007');
  return ledger.transaction(() => {
    const now = new Date();
    const id = numberPrefix(now) + String(ledger.nextNumber('profiles')).padStart(4, '0');
    transactions.put({ id: transactionId, of: id, isTopUp: true });
    const createTime = vendorTime(now);
    const { packageCode, price } = entry;
    return {
      profile: profiles.put(extended(profile, entry, { createTime, esimTranNo: id, transactionId })),
      topUp: topUps.put({
        id,
        transactionId,
        esimTranNo: profile.id,
        iccid: profile.iccid,
        packageCode,
        amount: price,
        createTime,
      }),
    };
  });
}

/** The package of a call: a top-up's code, or the slug that it shares with the package of a new profile. */
function entryIn(world: World, fields: Fields, profile: StoredProfile): Entry {
  const code = requiredText(fields, 'packageCode');
  const change = (id: string) => world.changes.get(id);
  const bySlug = topUpBySlug(code);
  const entry = bySlug ? changed(bySlug, change) : code.startsWith(TOP_UP) ? soldPackage(code, change) : undefined;
  if (!entry) throw new Refusal('310241');
  if (profile.supportTopUpType === 1 || !sameCountries(entry, profile)) throw new Refusal('310243');
  return entry;
}

function extended(
  profile: StoredProfile,
  entry: Entry,
  made: Pick<ProfilePackage, 'createTime' | 'esimTranNo' | 'transactionId'>,
): StoredProfile {
  const { name: packageName, packageCode, slug, duration, volume, location } = entry;
  return {
    ...profile,
    esimStatus: profile.esimStatus === 'USED_UP' ? 'IN_USE' : profile.esimStatus,
    totalVolume: profile.totalVolume + volume,
    totalDuration: profile.totalDuration + duration,
    // The days count from the first use; those of an unused profile start later.
    expiredTime: profile.activateTime === null ? profile.expiredTime : expiryOf(timeIn(profile.expiredTime), duration),
    packageList: [
      ...profile.packageList,
      { packageName, packageCode, slug, duration, volume, locationCode: location.join(','), ...made },
    ],
  };
}
