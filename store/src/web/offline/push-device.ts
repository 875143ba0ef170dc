import type { PushDevices } from '../../http/api/push-views.ts';
import type { Locale } from '../../shared/locale.ts';
import { apiErrorCode, type Caller, callApi, GUEST } from '../api.ts';
import type { SdkConfig } from '../context.ts';
import { currentToken } from '../session/session.ts';
import { signedInHere, workerSettled } from './keep-order.ts';
import { registerWorker } from './register-worker.ts';

/** Whose notices this browser shows: those of the signed-in account, or of a guest's order. */
export type PushOwner = { caller: Caller; uid: string } | { order: string };

/** Where this browser remembers for whom it shows notices, and under which id the server knows it. */
const KEY = 'cairn_push';
/** `mark`: what was reported to the server, and the day. */
type Remembered = Record<string, { id: string; mark: string }>;

/**
 * `home-screen`: an iPhone or iPad shows notices only of a site on its home screen (iOS 16.4), and a tab has no such
 * function. `none`: a browser without it, also in a private window.
 */
export function pushSupport(): 'ready' | 'home-screen' | 'none' {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'ready';
  return (navigator as { standalone?: boolean }).standalone === false ? 'home-screen' : 'none';
}

const nameOf = (owner: PushOwner) => ('order' in owner ? `order:${owner.order}` : `account:${owner.uid}`);
const callerOf = (owner: PushOwner) => ('order' in owner ? GUEST : owner.caller);
const orderOf = (owner: PushOwner) => ('order' in owner ? { order: owner.order } : {});

export const devicesOf = (owner: PushOwner): Promise<PushDevices> =>
  callApi('get /push/devices', { query: orderOf(owner), caller: callerOf(owner) });

const isPermitted = () => pushSupport() === 'ready' && Notification.permission === 'granted';

/** The id of this browser among the devices, if it was turned on here and is still permitted. */
export const rememberedId = (owner: PushOwner): string | undefined =>
  isPermitted() ? remembered()[nameOf(owner)]?.id : undefined;

/** Turns notices on for this browser, which must have been permitted. Throws ApiError, and DOMException of the browser. */
export async function turnOn(owner: PushOwner, publicKey: string, locale: Locale) {
  const registration = await registerWorker();
  await workerSettled(registration.installing ?? registration.waiting);
  return report(owner, await subscribed(registration, publicKey), locale, {});
}

/** Turns them off; the subscription at the push service ends with the last owner. */
export async function turnOff(owner: PushOwner, deviceId: string): Promise<void> {
  await callApi('delete /push/devices/{deviceId}', {
    params: { deviceId },
    query: orderOf(owner),
    caller: callerOf(owner),
  }).catch((error: unknown) => {
    if (apiErrorCode(error) !== 'not-found') throw error;
  });
  if (deviceId === remembered()[nameOf(owner)]?.id) await forget(nameOf(owner));
}

/**
 * Keeps the notices of this browser: reports a new session or endpoint, subscribes again after a change of our key, and ends
 * those of a person who has signed out, or that were turned off on another device.
 */
export async function lookAfterPush(identity: SdkConfig, locale: Locale): Promise<void> {
  const names = Object.keys(remembered());
  if (names.length === 0) return;
  const uid = names.some((name) => name.startsWith('account:')) ? await signedInHere(identity) : null;
  for (const name of names) {
    const [kind, id = ''] = name.split(':');
    const owner: PushOwner = kind === 'order' ? { order: id } : { caller: { token: currentToken }, uid: id };
    // The server ends what a session that has ended turned on.
    if (kind === 'account' && id !== uid) await forget(name);
    else if (isPermitted()) await lookAt(owner, locale);
    else await turnOff(owner, remembered()[name]!.id).catch(() => forget(name));
  }
}

async function lookAt(owner: PushOwner, locale: Locale): Promise<void> {
  const name = nameOf(owner);
  const known = remembered()[name]!;
  const registration = await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.getSubscription();
  if (subscription && known.mark === (await markOf(owner, locale, subscription))) return;
  try {
    const { publicKey } = await devicesOf(owner);
    await report(owner, await subscribed(registration, publicKey), locale, { again: known.id });
  } catch (error) {
    if (['not-found', 'unauthenticated'].includes(apiErrorCode(error))) await forget(name);
  }
}

/** The subscription of this browser for our key; one for another key is replaced. */
async function subscribed(registration: ServiceWorkerRegistration, publicKey: string): Promise<PushSubscription> {
  const applicationServerKey = bytesOf(publicKey);
  const before = await registration.pushManager.getSubscription();
  const key = before?.options.applicationServerKey;
  if (before && key && String(new Uint8Array(key)) === String(applicationServerKey)) return before;
  await before?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

async function report(owner: PushOwner, subscription: PushSubscription, locale: Locale, more: { again?: string }) {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  const body = { endpoint: endpoint ?? '', keys: { p256dh, auth }, locale, ...orderOf(owner), ...more };
  const answer = await callApi('post /push/subscriptions', { body, caller: callerOf(owner) });
  remember({ ...remembered(), [nameOf(owner)]: { id: answer.here, mark: await markOf(owner, locale, subscription) } });
  return answer;
}

/** The day, the language, the session of the token, and the end of the endpoint. */
async function markOf(owner: PushOwner, locale: Locale, { endpoint }: PushSubscription): Promise<string> {
  const token = await callerOf(owner).token();
  const session = token === null ? '' : (sessionIn(token) ?? '');
  return [new Date().toISOString().slice(0, 10), locale, session, endpoint.slice(-16)].join(' ');
}

/** The claim `sid` of an ID token; undefined where Google's service made it. */
function sessionIn(token: string): string | undefined {
  const payload = new TextDecoder().decode(bytesOf(token.split('.')[1] ?? ''));
  return (JSON.parse(payload) as { sid?: string }).sid;
}

async function forget(name: string): Promise<void> {
  const { [name]: _ended, ...left } = remembered();
  remember(left);
  if (Object.keys(left).length > 0 || !('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe().catch(() => undefined);
}

/** Storage can be forbidden, or hold what another version wrote. */
function remembered(): Remembered {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Remembered;
  } catch {
    return {};
  }
}

function remember(owners: Remembered): void {
  try {
    if (Object.keys(owners).length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(owners));
  } catch {
    // Storage can be forbidden: the device then counts as another one.
  }
}

/** The bytes of base64url. */
const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
