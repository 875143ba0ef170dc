import { randomUUID } from 'node:crypto';
import { newIccid, randomDigits } from '../kit/iccid.ts';
import { numberPrefix, optionalText, Refusal, vendorTime, type Fields } from './wire.ts';
import type { World } from './world.ts';
import type { Item, StoredOrder, StoredProfile } from './stored.ts';

/** The SM-DP+ of the sandbox. The name does not resolve, so no phone can download a profile from it. */
const SMDP = 'rsp.access.example';
/** The first digits of its ICCIDs, those of 19 and of 20 digits. */
const ISSUERS = ['8943108', '8985224'] as const;
const DAY_MS = 86_400_000;

/** The last profile with this ICCID, which an earlier one may have had as well, or of this transaction number. */
export function profileBy({ profiles }: World, { iccid, esimTranNo }: { iccid?: string; esimTranNo?: string }) {
  if (esimTranNo !== undefined) return profiles.get(esimTranNo);
  return iccid === undefined ? undefined : profiles.list({ iccid }).at(-1);
}

/** The profile that a call names by `esimTranNo` or `iccid`. */
export function profileIn(world: World, fields: Fields): StoredProfile {
  const [esimTranNo, iccid] = [optionalText(fields, 'esimTranNo'), optionalText(fields, 'iccid')];
  if (esimTranNo === undefined && iccid === undefined) throw new Refusal('000105');
  const found = profileBy(world, {
    ...(esimTranNo !== undefined && { esimTranNo }),
    ...(iccid !== undefined && { iccid }),
  });
  if (!found || (iccid !== undefined && found.iccid !== iccid)) throw new Refusal('310403');
  return found;
}

/** Makes the profiles of an order: new ones, or with the ICCIDs of the order before when the control plane wants it. */
export function makeProfiles(world: World, order: StoredOrder): void {
  const before =
    order.profiles === 'duplicate' ? world.profiles.list().findLast((each) => each.orderNo !== order.id) : undefined;
  for (const item of order.items) {
    for (let n = 0; n < item.count; n += 1) {
      const made = newProfile(world, order, item);
      const { iccid, imsi, msisdn, ac, image } = before ?? made;
      world.profiles.put({ ...made, iccid, imsi, msisdn, ac, image });
    }
  }
}

function newProfile(world: World, order: StoredOrder, item: Item): StoredProfile {
  const { ledger, profiles } = world;
  const ordered = new Date(order.createdAt);
  const createTime = vendorTime(ordered);
  const subscriber = randomDigits(9);
  const { packageCode, slug, duration, volume, activeType, dataType, apn, price, location, supportTopUpType } = item;
  const id = numberPrefix(ordered) + String(ledger.nextNumber('profiles')).padStart(4, '0');
  return {
    id,
    orderNo: order.id,
    transactionId: order.transactionId,
    orderedAt: order.createdAt,
    imsi: `232104${subscriber}`,
    iccid: newIccid(ISSUERS, (taken) => profiles.list({ iccid: taken }).length > 0),
    msisdn: `4367890${subscriber}`,
    ac: `LPA:1$${SMDP}$${hexId().toUpperCase()}`,
    image: hexId(),
    smdpStatus: 'RELEASED',
    esimStatus: 'GOT_RESOURCE',
    eid: '',
    activeType,
    dataType,
    activateTime: null,
    expiredTime: vendorTime(new Date(order.createdAt + item.unusedValidTime * DAY_MS)),
    totalVolume: volume,
    totalDuration: duration,
    orderUsage: 0,
    lastUpdateTime: createTime,
    apn,
    packageList: [
      {
        packageName: item.name,
        packageCode,
        slug,
        duration,
        volume,
        locationCode: location.join(','),
        createTime,
        esimTranNo: id,
        transactionId: order.transactionId,
      },
    ],
    price,
    location,
    supportTopUpType,
  };
}

const hexId = () => randomUUID().replaceAll('-', '');

/** When a profile that became active at `activateTime` expires. */
export const expiryOf = (activated: Date, days: number) => vendorTime(new Date(activated.getTime() + days * DAY_MS));

/** A profile in the vendor's answers and in the ledger's view. */
export const vendorProfile = (profile: StoredProfile) => ({
  esimTranNo: profile.id,
  orderNo: profile.orderNo,
  transactionId: profile.transactionId,
  imsi: profile.imsi,
  iccid: profile.iccid,
  smsStatus: 0,
  msisdn: profile.msisdn,
  ac: profile.ac,
  qrCodeUrl: `https://access.example/${profile.image}.png`,
  shortUrl: `https://access.example/${profile.image}`,
  smdpStatus: profile.smdpStatus,
  eid: profile.eid,
  activeType: profile.activeType,
  dataType: profile.dataType,
  activateTime: profile.activateTime,
  expiredTime: profile.expiredTime,
  totalVolume: profile.totalVolume,
  totalDuration: profile.totalDuration,
  durationUnit: 'DAY',
  orderUsage: profile.orderUsage,
  esimStatus: profile.esimStatus,
  pin: '',
  puk: '',
  apn: profile.apn,
  packageList: profile.packageList,
});
