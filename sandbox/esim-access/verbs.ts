import * as z from 'zod';
import { defineVerb, type Verb } from '../kit/control.ts';
import { lifeVerb, liveVerb, obeyLife, type Lives, type Living } from '../kit/lives.ts';
import { lagVerb, repliesVerb } from '../kit/replies.ts';
import { allocateVerb, type Allocator } from './allocation.ts';
import { entryOf } from './catalogue.ts';
import { limitsVerb, type Limits } from './limits.ts';
import { contentOf, ledgerNotification, NOTIFY_TYPES, notifyChange, type Sender } from './notifications.ts';
import { completeOrder, ledgerOrder, orderStatusOf, placeOrder } from './orders.ts';
import { packageVerb, soldPackage } from './packages.ts';
import { expiryOf, profileBy, vendorProfile } from './profiles.ts';
import { timeIn, vendorTime } from './wire.ts';
import { balanceOf, setBalance, setWebhookUrl, type World } from './world.ts';
import type { StoredProfile } from './stored.ts';

/** What a test sets of a profile. A profile in use without `activateTime` is activated now; its end follows. */
const profileVerb = z.strictObject({
  iccid: z.string(),
  set: z.strictObject({
    smdpStatus: z.enum(['RELEASED', 'DOWNLOAD', 'INSTALLATION', 'ENABLED', 'DISABLED', 'DELETED']).optional(),
    esimStatus: z
      .enum(['GOT_RESOURCE', 'IN_USE', 'USED_UP', 'UNUSED_EXPIRED', 'USED_EXPIRED', 'CANCEL', 'SUSPENDED', 'REVOKE'])
      .optional(),
    /** Bytes. */
    orderUsage: z.int().min(0).optional(),
    totalVolume: z.int().min(0).optional(),
    eid: z.string().optional(),
    activateTime: z.string().nullable().optional(),
    expiredTime: z.string().optional(),
    lastUpdateTime: z.string().optional(),
  }),
});

/** Sets what the next orders get, or makes the profiles that an order did not get. */
const profilesVerb = z.union([
  z.strictObject({ next: z.enum(['none', 'duplicate']), times: z.int().min(1).default(1) }),
  z.strictObject({ complete: z.string() }),
]);

/** A notification about an order (by either id), or a profile; `content` replaces fields of it. */
const deliverVerb = z.strictObject({
  type: z.enum(NOTIFY_TYPES).default('ORDER_STATUS'),
  transactionId: z.string().optional(),
  orderNo: z.string().optional(),
  iccid: z.string().optional(),
  content: z.record(z.string(), z.unknown()).optional(),
  times: z.int().min(1).max(100).default(1),
});

type Parts = {
  world: World;
  limits: Limits;
  allocator: Allocator;
  sender: Sender;
  lives: Lives;
  living: Living;
};

/** What the control plane can do at the wholesaler. */
export function verbsOf(parts: Parts): Record<string, Verb> {
  const { world, limits, allocator, sender, lives, living } = parts;
  const profile = defineVerb(profileVerb, (verb) => setProfile(parts, verb));
  return {
    package: defineVerb(packageVerb, (verb) => setPackage(world, verb)),
    profile,
    usage: profile,
    life: defineVerb(lifeVerb, (verb) => obeyLife(lives, verb)),
    live: defineVerb(liveVerb, (verb) => living.obey(verb)),
    replies: defineVerb(repliesVerb, (verb) => world.replies.arm(verb)),
    lag: defineVerb(lagVerb, (verb) => world.replies.lag(verb)),
    late: defineVerb(z.strictObject({ transactionId: z.string(), packageCode: z.string() }), (late) => {
      const { transactionId, packageCode } = late;
      const order = placeOrder(world, { transactionId, packageInfoList: [{ packageCode, count: 1 }] });
      allocator.turn();
      return ledgerOrder(order);
    }),
    profiles: defineVerb(profilesVerb, (verb) => setProfiles(parts, verb)),
    allocate: defineVerb(allocateVerb, (verb) => allocator.obey(verb)),
    balance: defineVerb(z.strictObject({ set: z.number() }), ({ set }) => {
      setBalance(world, Math.round(set * 10_000));
      return { balance: balanceOf(world) / 10_000 };
    }),
    limits: defineVerb(limitsVerb, (value) => limits.set(value)),
    webhook: defineVerb(z.strictObject({ url: z.url().nullable() }), ({ url }) => {
      setWebhookUrl(world, url);
      sender.schedule();
    }),
    deliver: defineVerb(deliverVerb, (verb) => deliver(parts, verb)),
  };
}

function setPackage({ changes }: World, { packageCode, set }: z.output<typeof packageVerb>) {
  const id = entryOf(packageCode)!.packageCode;
  if (set === null) changes.delete(id);
  else changes.put({ ...changes.get(id), ...set, id });
  return soldPackage(id, (code) => changes.get(code));
}

function setProfile({ world, sender }: Parts, { iccid, set }: z.output<typeof profileVerb>) {
  const before = profileBy(world, { iccid });
  if (!before) throw new Error('no profile has this ICCID');
  const { activateTime, expiredTime, ...rest } = set;
  const isInUse = set.esimStatus === 'IN_USE' && before.activateTime === null;
  const activated = activateTime ?? (isInUse && activateTime === undefined ? vendorTime(new Date()) : activateTime);
  const after: StoredProfile = {
    ...before,
    ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as Partial<StoredProfile>),
    ...(set.orderUsage !== undefined && { lastUpdateTime: set.lastUpdateTime ?? vendorTime(new Date()) }),
    ...(activated !== undefined && { activateTime: activated && vendorTime(timeIn(activated)) }),
    ...(activated && { expiredTime: expiryOf(timeIn(activated), before.totalDuration) }),
    ...(expiredTime !== undefined && { expiredTime: vendorTime(timeIn(expiredTime)) }),
  };
  world.ledger.transaction(() => {
    world.profiles.put(after);
    notifyChange(world, before, after);
  });
  sender.schedule();
  return vendorProfile(after);
}

function setProfiles({ world, sender }: Parts, verb: z.output<typeof profilesVerb>): void {
  if ('next' in verb) {
    world.armed.push(...Array.from({ length: verb.times }, () => verb.next));
    return;
  }
  const order = orderBy(world, { transactionId: verb.complete });
  if (!order) throw new Error('no order has this transaction id');
  if (order.allocatedAt === null || world.profiles.list({ orderNo: order.id }).length > 0)
    throw new Error('this order was not made without profiles');
  completeOrder(world, order);
  sender.schedule();
}

function orderBy(world: World, { transactionId, orderNo }: { transactionId?: string; orderNo?: string }) {
  if (orderNo !== undefined) return world.orders.get(orderNo);
  const known = transactionId === undefined ? undefined : world.transactions.get(transactionId);
  return known && world.orders.get(known.of);
}

/** Sends a notification `times` times, with one id; the last one of its kind again, unless `content` changes it. */
async function deliver({ world, sender }: Parts, verb: z.output<typeof deliverVerb>) {
  const { type, transactionId, orderNo, iccid, content, times } = verb;
  const order = orderBy(world, {
    ...(transactionId !== undefined && { transactionId }),
    ...(orderNo !== undefined && { orderNo }),
  });
  const profile =
    iccid === undefined ? order && world.profiles.list({ orderNo: order.id })[0] : profileBy(world, { iccid });
  const own = type === 'ORDER_STATUS' ? order && orderStatusOf(order) : profile && contentOf(world, type, profile);
  if (!own && !content) throw new Error('no order or profile is meant; give its id, or a content');
  const whole = { ...own, ...content };
  let again = content ? undefined : lastOf(world, type, whole);
  const sent = [];
  for (let n = 0; n < times; n += 1) {
    const made = await sender.sendNow(type, whole, again);
    again = made?.envelope ?? again;
    if (made) sent.push(ledgerNotification(made));
  }
  return sent;
}

/** The last notification of a type about an order or a profile. */
function lastOf(world: World, type: string, content: Record<string, unknown>) {
  const key = type === 'ORDER_STATUS' ? 'orderNo' : 'esimTranNo';
  const isMeant = (envelope: { notifyType: string; content: Record<string, unknown> }) =>
    envelope.notifyType === type && envelope.content[key] === content[key];
  return world.notifications.list().findLast(({ envelope }) => isMeant(envelope))?.envelope;
}
