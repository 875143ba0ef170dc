import { randomUUID } from 'node:crypto';
import type { Fault, When } from '../kit/control.ts';
import { webhookUrlOf, type World } from './world.ts';
import type { Content, Envelope, StoredNotification, StoredProfile } from './stored.ts';

export const NOTIFY_TYPES = ['ORDER_STATUS', 'ESIM_STATUS', 'SMDP_EVENT', 'DATA_USAGE', 'VALIDITY_USAGE'] as const;
export type NotifyType = (typeof NOTIFY_TYPES)[number];

const FIRST_PAUSE_MS = 500;
const MAX_ATTEMPTS = 6;
/** The time limit for the endpoint's response. */
const ANSWER_WITHIN_MS = 10_000;
const AT_ONCE = 20;

const envelopeOf = (notifyType: string, content: Content): Envelope => ({
  notifyType,
  notifyId: randomUUID().replaceAll('-', ''),
  eventGenerateTime: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
  content,
});

/** Stores a notification; it is sent after the current transaction (`Sender.schedule`). None without an address. */
export function notify(world: World, notifyType: NotifyType, content: Content): void {
  if (webhookUrlOf(world)) store(world, envelopeOf(notifyType, content), Date.now());
}

function store({ ledger, notifications }: World, envelope: Envelope, nextAt: number | null): StoredNotification {
  const id = String(ledger.nextNumber('notifications'));
  return notifications.put({
    id,
    envelope,
    status: 'pending',
    attempts: 0,
    last_status: null,
    last_error: null,
    nextAt,
  });
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

type Attempt = { status: number | null; error: string | null };
/** The control plane of the call `webhooks.deliver`. */
type Pass = (when: When) => Promise<Fault | undefined>;
type Ports = { world: World; pass: Pass; inFlight: Set<string>; closing: AbortController; timer?: NodeJS.Timeout };

export type Sender = ReturnType<typeof createSender>;

/** Sends due notifications until the endpoint answers 2xx, a few times, also after a restart. */
export function createSender(world: World, pass: Pass) {
  const ports: Ports = { world, pass, inFlight: new Set(), closing: new AbortController() };
  return {
    /** Sends what is due after the current transaction has ended. */
    schedule: () => void setImmediate(() => wake(ports)),
    /** Whether an address answers the vendor's test with 200. */
    async isHealthy(url: string): Promise<boolean> {
      const test = envelopeOf('CHECK_HEALTH', { orderNo: '1234567890', orderStatus: 'Test' });
      return (await post(ports, url, test)).status === 200;
    },
    /** Sends a notification again, or a changed one, at once: without faults, holds and retries. */
    async sendNow(notifyType: NotifyType, content: Content, again?: Envelope) {
      const { id, envelope } = store(world, again ?? envelopeOf(notifyType, content), null);
      const url = webhookUrlOf(world);
      return record(ports, id, url ? await post(ports, url, envelope) : { status: null, error: 'no address' }, false);
    },
    close(): void {
      ports.closing.abort();
      clearTimeout(ports.timer);
    },
  };
}

function wake(ports: Ports): void {
  const { world, inFlight, closing } = ports;
  if (closing.signal.aborted) return;
  clearTimeout(ports.timer);
  let next = Infinity;
  for (const { id, nextAt } of world.notifications.list({ status: 'pending' })) {
    if (nextAt === null || inFlight.has(id)) continue;
    if (nextAt > Date.now()) next = Math.min(next, nextAt);
    else if (inFlight.size < AT_ONCE) void deliver(ports, id);
  }
  if (next < Infinity) ports.timer = setTimeout(() => wake(ports), next - Date.now());
}

async function deliver(ports: Ports, id: string): Promise<void> {
  const { world, inFlight } = ports;
  inFlight.add(id);
  try {
    const found = world.notifications.get(id);
    const url = webhookUrlOf(world);
    if (found)
      record(ports, id, url ? await attempt(ports, url, found.envelope) : { status: null, error: 'no address' });
  } finally {
    inFlight.delete(id);
  }
  wake(ports);
}

/** An attempt with the control plane: a failure "before" sends nothing, one "after" loses the endpoint's response. */
async function attempt(ports: Ports, url: string, envelope: Envelope): Promise<Attempt> {
  const lost = (fault: { hangup: boolean; status: number }): Attempt =>
    fault.hangup
      ? { status: null, error: 'connection closed' }
      : { status: fault.status, error: 'the control plane made it fail' };
  const before = await ports.pass('before');
  if (before) return lost(before);
  const outcome = await post(ports, url, envelope);
  const after = await ports.pass('after');
  return after ? lost(after) : outcome;
}

async function post({ closing }: Ports, url: string, envelope: Envelope): Promise<Attempt> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(envelope),
      redirect: 'manual',
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    await answer.body?.cancel();
    return { status: answer.status, error: null };
  } catch (error) {
    return { status: null, error: error instanceof Error ? error.message : String(error) };
  }
}

function record(
  { world, closing }: Ports,
  id: string,
  { status, error }: Attempt,
  retry = true,
): StoredNotification | undefined {
  const found = closing.signal.aborted ? undefined : world.notifications.get(id);
  if (!found) return undefined;
  const isDelivered = status !== null && status >= 200 && status < 300;
  const attempts = found.attempts + 1;
  const isRetried = !isDelivered && retry && attempts < MAX_ATTEMPTS;
  return world.notifications.put({
    ...found,
    attempts,
    last_status: status,
    last_error: error,
    status: isDelivered ? 'delivered' : isRetried ? 'pending' : 'failed',
    nextAt: isRetried ? Date.now() + FIRST_PAUSE_MS * 2 ** (attempts - 1) : null,
  });
}

/** A notification in the ledger's view. */
export const ledgerNotification = ({
  id,
  envelope,
  status,
  attempts,
  last_status,
  last_error,
}: StoredNotification) => ({
  id,
  ...envelope,
  status,
  attempts,
  last_status,
  last_error,
});
