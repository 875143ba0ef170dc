import { randomDigits } from '../kit/iccid.ts';
import {
  act,
  daysLeft,
  newLife,
  reached,
  settled,
  timeOf,
  type Act,
  type Life,
  type LifePlan,
  type ProfileState,
} from '../kit/life.ts';
import type { Esim, Lives } from '../kit/lives.ts';
import { contentOf, notify, notifyChange, type Sender } from './notifications.ts';
import { profileBy } from './profiles.ts';
import { timeIn, vendorTime } from './wire.ts';
import type { EsimStatus, SmdpStatus, StoredProfile } from './stored.ts';
import type { World } from './world.ts';

const MB = 1024 ** 2;
const DAY_MS = 86_400_000;
/** The vendor notifies of a validity this many days before its end. */
const LAST_DAYS = [1];
/** The references of another customer. */
const STRANGER = 'another-';

const STATES: Record<SmdpStatus, ProfileState> = {
  RELEASED: 'released',
  DOWNLOAD: 'downloaded',
  INSTALLATION: 'installed',
  ENABLED: 'enabled',
  DISABLED: 'disabled',
  DELETED: 'deleted',
};
const SMDP = Object.fromEntries(Object.entries(STATES).map(([word, state]) => [state, word])) as Record<
  ProfileState,
  SmdpStatus
>;
const PLANS: Partial<Record<EsimStatus, Life['plan']>> = {
  GOT_RESOURCE: 'new',
  IN_USE: 'active',
  USED_UP: 'finished',
  UNUSED_EXPIRED: 'expired',
  USED_EXPIRED: 'expired',
};

const planOf = ({ dataType, totalVolume, totalDuration, activeType, location }: StoredProfile): LifePlan => ({
  // A daily plan has no amount in all.
  dataMb: dataType > 1 ? null : totalVolume / MB,
  days: totalDuration,
  starts: activeType === 1 ? 'installation' : 'connection',
  countries: location,
});

function lifeOf(profile: StoredProfile): Life {
  const { smdpStatus, esimStatus, eid, orderUsage, activateTime, expiredTime, living } = profile;
  return {
    ...newLife(living?.seenAt ?? Date.now(), timeIn(expiredTime).getTime()),
    profile: STATES[smdpStatus],
    plan: PLANS[esimStatus] ?? 'expired',
    phone: living?.phone ?? (eid === '' ? null : eid),
    country: living?.country ?? null,
    usedMb: orderUsage / MB,
    startedAt: activateTime === null ? null : timeIn(activateTime).getTime(),
  };
}

/** The profile with this life. A time that has not changed keeps its seconds. */
function withLife(profile: StoredProfile, life: Life): StoredProfile {
  const orderUsage = Math.round(life.usedMb * MB);
  const { phone, country, seenAt } = life;
  return {
    ...profile,
    smdpStatus: SMDP[life.profile],
    esimStatus: esimStatusOf(life),
    eid: phone === null || profile.eid !== '' ? profile.eid : `8904${randomDigits(28)}`,
    orderUsage,
    ...(orderUsage !== profile.orderUsage && { lastUpdateTime: vendorTime(new Date()) }),
    activateTime: life.startedAt === null ? null : vendorTime(new Date(life.startedAt)),
    expiredTime: vendorTime(new Date(life.endsAt)),
    living: { phone, country, seenAt },
  };
}

function esimStatusOf({ plan, startedAt }: Life): EsimStatus {
  if (plan === 'new') return 'GOT_RESOURCE';
  if (plan === 'active') return 'IN_USE';
  if (plan === 'finished') return 'USED_UP';
  return startedAt === null ? 'UNUSED_EXPIRED' : 'USED_EXPIRED';
}

const isCurrent = (world: World, { id, iccid }: StoredProfile) => profileBy(world, { iccid })?.id === id;

function esimOf(profile: StoredProfile, isLast: boolean): Esim {
  return {
    key: profile.id,
    iccid: profile.iccid,
    title: profile.packageList[0]?.packageName ?? '',
    reference: profile.transactionId,
    life: lifeOf(profile),
    plan: planOf(profile),
    isOver: !isLast || !(profile.esimStatus in PLANS),
    reported: `${profile.smdpStatus} · ${profile.esimStatus}`,
  };
}

/** A profile of another customer, who got a recycled ICCID. */
export const isStranger = ({ transactionId }: StoredProfile) => transactionId.startsWith(STRANGER);

export function livesOf(world: World, schedule: Sender['schedule']): Lives {
  const { profiles, ledger } = world;
  return {
    list() {
      const own = profiles.list();
      const last = new Map(own.map(({ iccid, id }) => [iccid, id]));
      return own
        .filter((profile) => !isStranger(profile))
        .map((profile) => esimOf(profile, last.get(profile.iccid) === profile.id));
    },
    find(key) {
      const found = profiles.get(key);
      return found && esimOf(found, isCurrent(world, found));
    },
    byIccid(iccid) {
      const found = profileBy(world, { iccid });
      return found && esimOf(found, true);
    },
    act(key, acts) {
      const changed = ledger.transaction(() =>
        acts.reduce((profile, event) => happen(world, profile, event), one(world, key)),
      );
      world.replies.aged(key, timeOf(acts));
      schedule();
      return esimOf(changed, isCurrent(world, changed));
    },
    together: (work) => ledger.transaction(work),
  };
}

function one({ profiles }: World, key: string): StoredProfile {
  const found = profiles.get(key);
  if (!found) throw new Error('there is no such profile');
  if (!(found.esimStatus in PLANS)) throw new Error(`nothing can happen to a profile that is ${found.esimStatus}`);
  return found;
}

/** One event: stores what it changes, and the notifications of it. */
function happen(world: World, before: StoredProfile, event: Act): StoredProfile {
  if (event === 'recycle') return recycled(world, before);
  return keep(world, before, act(lifeOf(before), planOf(before), event, Date.now()));
}

function keep(world: World, before: StoredProfile, life: Life): StoredProfile {
  const after = world.profiles.put(withLife(before, life));
  notifyChange(world, before, after);
  if (reached(LAST_DAYS, daysLeft(lifeOf(before)), daysLeft(life)) !== undefined && life.endsAt > life.seenAt)
    notify(world, 'VALIDITY_USAGE', contentOf(world, 'VALIDITY_USAGE', after));
  return after;
}

/** What time has changed of a profile that lives: its plan may have ended since. */
export function settle(world: World, profile: StoredProfile): StoredProfile {
  if (!profile.living || !(profile.esimStatus in PLANS)) return profile;
  const life = settled(lifeOf(profile), planOf(profile), Date.now());
  if (esimStatusOf(life) === profile.esimStatus) return profile;
  return world.ledger.transaction(() => keep(world, profile, life));
}

/** Another customer gets the ICCID, with an order that is not the merchant's. */
function recycled(world: World, profile: StoredProfile): StoredProfile {
  const number = world.ledger.nextNumber('strangers');
  const now = new Date();
  const stranger = {
    id: `9${String(number).padStart(13, '0')}`,
    orderNo: `B9${String(number).padStart(13, '0')}`,
    transactionId: `${STRANGER}${number}`,
  };
  world.profiles.put({
    ...profile,
    ...stranger,
    orderedAt: now.getTime(),
    smdpStatus: 'ENABLED',
    esimStatus: 'IN_USE',
    activateTime: vendorTime(now),
    expiredTime: vendorTime(new Date(now.getTime() + 20 * DAY_MS)),
    totalVolume: 10 * 1024 * MB,
    totalDuration: 20,
    orderUsage: 1024 * MB,
    lastUpdateTime: vendorTime(now),
    price: 0,
  });
  const { living: _, ...old } = profile;
  return world.profiles.put({
    ...old,
    smdpStatus: 'DELETED',
    esimStatus: profile.activateTime === null ? 'UNUSED_EXPIRED' : 'USED_EXPIRED',
  });
}
