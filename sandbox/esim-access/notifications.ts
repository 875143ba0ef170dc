import { randomUUID } from 'node:crypto';
import type { Fault, When } from '../kit/control.ts';
import { createOutbox, deliveryOf, putMessage } from '../kit/outbox.ts';
import { webhookUrlOf, type World } from './world.ts';
import type { Content, Envelope, StoredNotification, StoredProfile } from './stored.ts';

export const NOTIFY_TYPES = ['ORDER_STATUS', 'ESIM_STATUS', 'SMDP_EVENT', 'DATA_USAGE', 'VALIDITY_USAGE'] as const;
export type NotifyType = (typeof NOTIFY_TYPES)[number];

const envelopeOf = (notifyType: string, content: Content): Envelope => ({
  notifyType,
  notifyId: randomUUID().replaceAll('-', ''),
  eventGenerateTime: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
  content,
});

/** Stores a notification; it is sent after the current transaction (`Sender.schedule`). None without an address. */
export function notify(world: World, notifyType: NotifyType, content: Content): void {
  const { ledger, notifications: messages } = world;
  if (webhookUrlOf(world)) putMessage({ ledger, messages }, envelopeOf(notifyType, content), Date.now());
}

/** The fields that the content of each notification about a profile has. */
export const profileContent = ({ iccid, orderNo, id, transactionId }: StoredProfile) => ({
  iccid,
  orderNo,
  esimTranNo: id,
  transactionId,
});

/** Notifies of what differs between a profile before and after a change. */
export function notifyChange(world: World, before: StoredProfile, after: StoredProfile): void {
  const status = statusContent(after);
  if (before.smdpStatus !== after.smdpStatus)
    notify(world, 'SMDP_EVENT', { ...status, ...smdpContent(world, after), notifyStatus: 'Executed-Success' });
  if (before.esimStatus !== after.esimStatus) notify(world, 'ESIM_STATUS', status);
  const threshold = THRESHOLDS.find((each) => remaining(after) <= each && remaining(before) > each);
  if (threshold !== undefined) notify(world, 'DATA_USAGE', usageContent(after, threshold));
}

/** Shares of the data that remain when the vendor notifies of the usage. */
const THRESHOLDS = [0.1, 0.2, 0.5];
const remaining = ({ totalVolume, orderUsage }: StoredProfile) => (totalVolume - orderUsage) / totalVolume;

/** `REVOKE` in answers is `REVOKED` in notifications, as at the vendor. */
const statusContent = (profile: StoredProfile) => ({
  ...profileContent(profile),
  esimStatus: profile.esimStatus === 'REVOKE' ? 'REVOKED' : profile.esimStatus,
  smdpStatus: profile.smdpStatus,
});

const smdpContent = ({ ledger }: World, { eid }: StoredProfile) => ({
  eid,
  timestamp: new Date().toISOString(),
  seqNumber: ledger.nextNumber('smdp_events'),
});

const usageContent = (profile: StoredProfile, remainThreshold: number) => ({
  ...profileContent(profile),
  totalVolume: profile.totalVolume,
  orderUsage: profile.orderUsage,
  remain: profile.totalVolume - profile.orderUsage,
  remainThreshold,
  lastUpdateTime: profile.lastUpdateTime,
});

/** The content of a notification of a type about a profile as it is now. */
export function contentOf(world: World, type: Exclude<NotifyType, 'ORDER_STATUS'>, profile: StoredProfile): Content {
  const { expiredTime, totalDuration } = profile;
  if (type === 'ESIM_STATUS') return statusContent(profile);
  if (type === 'SMDP_EVENT') return { ...statusContent(profile), ...smdpContent(world, profile) };
  if (type === 'DATA_USAGE') return usageContent(profile, 0.5);
  return { ...profileContent(profile), remain: 1, totalDuration, durationUnit: 'DAY', expiredTime };
}

export type Sender = ReturnType<typeof createSender>;

/** The notifications on their way to the merchant's address. */
export function createSender(world: World, pass: (when: When) => Promise<Fault | undefined>) {
  const outbox = createOutbox<Envelope>({
    ledger: world.ledger,
    messages: world.notifications,
    url: () => webhookUrlOf(world),
    written: (envelope) => ({ body: JSON.stringify(envelope) }),
    pass,
  });
  return {
    schedule: outbox.schedule,
    close: outbox.close,
    /** Whether an address answers the vendor's test with 200. */
    async isHealthy(url: string): Promise<boolean> {
      const test = envelopeOf('CHECK_HEALTH', { orderNo: '1234567890', orderStatus: 'Test' });
      return (await outbox.post(url, test)).status === 200;
    },
    /** Sends a notification again, or a changed one, at once: without faults, holds and retries. */
    sendNow: (notifyType: NotifyType, content: Content, again?: Envelope) =>
      outbox.sendNow(again ?? envelopeOf(notifyType, content)),
  };
}

/** A notification in the ledger's view. */
export function ledgerNotification(message: StoredNotification) {
  const { id, ...delivery } = deliveryOf(message);
  return { id, ...message.envelope, ...delivery };
}
