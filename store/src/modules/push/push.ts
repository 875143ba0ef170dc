import type { Clock } from '../../db/clock.ts';
import type { Db, Tx } from '../../db/database.ts';
import { hashSecret, type Vault } from '../../db/vault.ts';
import { enqueue } from '../../queue/queue.ts';
import { AppError } from '../../shared/errors.ts';
import { uuidv7 } from '../../shared/ids.ts';
import type { Locale } from '../../shared/locale.ts';
import { keptMs } from '../../shared/retention.ts';
import type { PushKind } from './kinds.ts';
import type { PushMessage, PushService } from './push-service.ts';
import { isPoint, type ServerKey } from './server-key.ts';
import * as store from './store.ts';

export { PUSH_DELIVERY, type PushKind } from './kinds.ts';
export { payloadOf, pushWords, topicOfPush } from './messages.ts';
export type { PushErrorCode, PushFault, PushMessage, PushService } from './push-service.ts';
export { SERVER_KEY, type ServerKey, serverKeyFrom, serverKeyOf } from './server-key.ts';
export type { PushRow, SubscriptionRow } from './store.ts';

export type Push = ReturnType<typeof createPush>;
export type PushBook = ReturnType<typeof createPushBook>;

/** The browser that turns notices on, and what lets it see them: a session of the account, or the cookie of the order. */
export type Subscriber = { accountId: string; sessionId: string } | { orderId: string; browserSecret: string };

/** What the browser's `pushManager.subscribe` returned, and the page on which it was turned on. */
export type NewDevice = {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  locale: Locale;
  /** Such as `Firefox, Windows`; empty when unknown. */
  device: string;
};

/** A device as its owner sees it. */
export type Device = Pick<store.SubscriptionRow, 'id' | 'device' | 'createdAt' | 'lastOkAt'>;

/** What a message is about: the same for every device. */
export type About = { noticeId: string; kind: PushKind; orderId: string; esimId: string };

/** More than one person's devices. The limit exists because each message is sent to all of them. */
const MAX_DEVICES = 10;
/** Of a browser's secret (RFC 8291, 3.2). */
const AUTH_BYTES = 16;

type Secrets = Pick<PushMessage, 'endpoint' | 'keys'>;
type Ports = {
  db: Db;
  vault: Vault;
  clock: Clock;
  service: PushService;
  serverKey: ServerKey;
  /** The open sessions of an account; none of a disabled one. `createdAt`: the sign-in. */
  openSessions: (accountId: string) => Promise<readonly { id: string; createdAt: Date }[]>;
};

/** The list of devices alone: needs no key. */
export const createPushBook = ({ db }: { db: Db }) => ({
  /** Every device of an account, newest first, also of sessions that have ended. */
  devicesOf: async (accountId: string) => (await store.subscriptionsOf(db, { accountId })).map(deviceOf),
});

/**
 * Notices on devices (Web Push, RFC 8030): which browsers show them, and what was sent to each. A device shows notices as
 * long as it may see what they are about: until its session or its cookie of the order ends.
 */
export function createPush(ports: Ports) {
  const { db, clock, serverKey, service } = ports;
  return {
    ...createPushBook(ports),
    /** For the browser's `applicationServerKey`. */
    publicKey: serverKey.publicKey,

    subscribe: (who: Subscriber, device: NewDevice, again?: string) => subscribe(ports, who, device, again),
    /** The devices that show notices now, newest first. */
    list: async (owner: store.Owner) => (await listening(ports, owner)).map(deviceOf),
    /** False for a device of another owner. */
    remove: (owner: store.Owner, id: string) => store.deleteSubscription(db, owner, id),

    queue: (tx: Tx, about: About, owners: readonly store.Owner[]) => queue(ports, tx, about, owners),
    find: (id: string) => store.findPush(db, id),
    maySee: (subscription: store.SubscriptionRow, order: Owned) => maySee(ports, subscription, order),
    /** Begins an attempt; false while another one is begun, or after the last one. */
    begin: (push: store.PushRow) => store.startAttempt(db, push.id),
    send: (subscription: store.SubscriptionRow, message: Omit<PushMessage, keyof Secrets>) =>
      service.push({ ...secretsOf(ports, subscription), ...message }),
    end: (push: store.PushRow, outcome: NonNullable<store.PushRow['outcome']>) => end(ports, push, outcome),
    /** The device has ended: nothing about it is kept. */
    forget: ({ endpointHash }: store.SubscriptionRow) => store.deleteEndpoint(db, endpointHash),
    again: (push: store.PushRow, inSeconds: number) => again(ports, push, inSeconds),

    async cleanUp() {
      const before = (what: 'pushes' | 'pushDevices') => new Date(clock.now().getTime() - keptMs(what));
      await store.deleteOldPushes(db, before('pushes'));
      await store.deleteUnused(db, before('pushDevices'));
    },
  };
}

/**
 * Turns notices on for a browser; the oldest devices beyond the limit end. `again`: the id under which it was turned on;
 * its endpoint may be new since. Throws `invalid-input` for an address that is no known push service's, which is never called;
 * `not-found` when it was turned off elsewhere; `unauthenticated` when its session or cookie has just ended.
 */
async function subscribe(ports: Ports, who: Subscriber, given: NewDevice, again?: string): Promise<Device> {
  const { db, vault, clock, service, serverKey } = ports;
  const { endpoint, keys, locale, device } = given;
  if (!service.isKnown(endpoint)) throw new AppError('invalid-input', { field: 'endpoint', rule: 'value' });
  if (!isPoint(keys.p256dh)) throw new AppError('invalid-input', { field: 'keys.p256dh', rule: 'value' });
  if (Buffer.from(keys.auth, 'base64url').length !== AUTH_BYTES)
    throw new AppError('invalid-input', { field: 'keys.auth', rule: 'value' });
  const endpointHash = hashSecret(endpoint);
  const owner = 'accountId' in who ? { accountId: who.accountId } : { orderId: who.orderId };
  const row: store.SubscriptionRow = {
    id: uuidv7(),
    endpointHash,
    sealed: vault.seal(JSON.stringify({ endpoint, keys } satisfies Secrets), context(endpointHash)),
    serverKey: serverKey.fingerprint,
    accountId: null,
    sessionId: null,
    orderId: null,
    accessHash: null,
    locale,
    device,
    createdAt: clock.now(),
    lastOkAt: null,
    ...('accountId' in who
      ? { accountId: who.accountId, sessionId: who.sessionId || null }
      : { orderId: who.orderId, accessHash: hashSecret(who.browserSecret) }),
  };
  try {
    return await db.transaction(async (tx) => {
      const before = again === undefined ? null : await store.findSubscription(tx, owner, again);
      if (again !== undefined && !before) throw new AppError('not-found');
      if (before && before.endpointHash !== endpointHash) await store.deleteSubscription(tx, owner, before.id);
      const saved = await store.saveSubscription(tx, row);
      await store.deleteOldest(tx, owner, MAX_DEVICES);
      return deviceOf(saved);
    });
  } catch (error) {
    if (isMissingReference(error)) throw new AppError('unauthenticated', { cause: error });
    throw error;
  }
}

/** The devices of an owner whose sessions are open, and which subscribed for our present key. */
async function listening({ db, serverKey, openSessions }: Ports, owner: store.Owner): Promise<store.SubscriptionRow[]> {
  const all = await store.subscriptionsOf(db, owner);
  const current = all.filter((each) => each.serverKey === serverKey.fingerprint);
  if (!('accountId' in owner) || current.length === 0) return current;
  const open = new Set((await openSessions(owner.accountId)).map(({ id }) => id));
  return current.filter(({ sessionId }) => sessionId === null || open.has(sessionId));
}

/** Whose an order is, and since when. */
type Owned = { accountId: string | null; accountSince: Date | null };

/**
 * True while the device may see the order. That of an account: while its session is open, and not of an order that joined
 * the account after it was opened. That of a guest: its row ends with the cookie.
 */
async function maySee(
  { serverKey, openSessions }: Ports,
  subscription: store.SubscriptionRow,
  order: Owned,
): Promise<boolean> {
  const { accountId, sessionId } = subscription;
  if (subscription.serverKey !== serverKey.fingerprint) return false;
  if (accountId === null) return true;
  if (accountId !== order.accountId) return false;
  if (sessionId === null) return true;
  const session = (await openSessions(accountId)).find(({ id }) => id === sessionId);
  return session !== undefined && (order.accountSince === null || order.accountSince <= session.createdAt);
}

/**
 * Queues a message to each device of these owners, in the transaction of what it reports: once for each device, also
 * when it is queued again. Whether the device may still see the order is asked when it is sent.
 */
async function queue({ clock, serverKey }: Ports, tx: Tx, about: About, owners: readonly store.Owner[]): Promise<void> {
  const byDevice = new Map<string, store.SubscriptionRow>();
  for (const owner of owners)
    for (const each of await store.subscriptionsOf(tx, owner))
      if (each.serverKey === serverKey.fingerprint) byDevice.set(each.endpointHash, each);
  const { noticeId, kind, orderId, esimId } = about;
  const rows = [...byDevice.values()].map((each) => ({
    id: uuidv7(),
    noticeId,
    subscriptionId: each.id,
    endpointHash: each.endpointHash,
    kind,
    orderId,
    esimId,
    createdAt: clock.now(),
    attempts: 0,
    startedAt: null,
    endedAt: null,
    outcome: null,
  }));
  for (const id of await store.insertPushes(tx, rows))
    await enqueue(tx, 'send-push', { pushId: id }, { key: `push:${id}` });
}

async function end({ db }: Ports, push: store.PushRow, outcome: NonNullable<store.PushRow['outcome']>): Promise<void> {
  await db.transaction(async (tx) => {
    await store.endPush(tx, push.id, outcome);
    if (outcome === 'accepted') await store.touchEndpoint(tx, push.endpointHash);
  });
}

/** Queues the next attempt after one that has certainly failed. */
async function again({ db }: Ports, { id }: store.PushRow, inSeconds: number): Promise<void> {
  await db.transaction(async (tx) => {
    await store.stopAttempt(tx, id);
    await enqueue(tx, 'send-push', { pushId: id }, { key: `push:${id}`, inSeconds });
  });
}

/** The sealed values belong to the endpoint, whose row may be stored again under another id. */
const context = (endpointHash: string) => `push:${endpointHash}`;

const secretsOf = ({ vault }: Ports, { sealed, endpointHash }: store.SubscriptionRow): Secrets =>
  JSON.parse(vault.open(sealed, context(endpointHash))) as Secrets;

const deviceOf = ({ id, device, createdAt, lastOkAt }: store.SubscriptionRow): Device => ({
  id,
  device,
  createdAt,
  lastOkAt,
});

/** True when a statement failed because the row that it refers to is gone. */
function isMissingReference(error: unknown): boolean {
  const { cause = error } = error as { cause?: unknown };
  return (cause as { code?: unknown } | null)?.code === '23503';
}
