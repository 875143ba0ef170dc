import type { EsimInstallView, OrderView } from '../../shared/views.ts';
import { keep, KeepError, removeAfter } from '../../offline/kept-store.ts';
import type { KeptEsim, KeptOrder } from '../../offline/kept.ts';
import { KEEP_HELP, OFFLINE_DOCUMENT, SHELL_PREFIX } from '../../offline/worker/shell.ts';
import { LOCALES } from '../../shared/locale.ts';
import { paths } from '../../shared/paths.ts';
import { callApi } from '../api.ts';
import type { SdkConfig } from '../context.ts';
import { registerWorker } from './register-worker.ts';
import { currentToken, openSession, settledSession } from '../session/session.ts';

/** An order for the storage, with its delivered eSIMs. Null without any. */
export async function keptOrderOf(
  order: OrderView,
  { owner, ofAccount }: Pick<KeptOrder, 'owner' | 'ofAccount'>,
): Promise<KeptOrder | null> {
  const esims = await Promise.all(
    order.lines.flatMap((line, index) => {
      const { esim } = line;
      if (esim === null) return [];
      const { slug: offerSlug, name, flag } = line.forPlace ?? { ...line, slug: line.offerSlug };
      const { dataMb, unlimited, days } = { ...line, ...esim };
      const { lpa, smdpAddress, activationCode, confirmationCode, apn, installed, ownName } = esim;
      const { planState, remainingMb, usageAt, validUntil } = esim;
      return [
        flagOf(flag).then((flagSvg): KeptEsim => ({
          offerSlug,
          name,
          ownName,
          flagSvg,
          dataMb,
          unlimited: unlimited !== null,
          days,
          daysAfter: daysAfterOf(esim),
          lpa,
          smdpAddress,
          activationCode,
          confirmationCode,
          apn,
          installed,
          line: index + 1,
          networks: line.stated?.networks ?? [],
          planState,
          remainingMb,
          usageAt,
          validUntil,
        })),
      ];
    }),
  );
  if (esims.length === 0) return null;
  const { id: orderId, number, createdAt: orderedAt } = order;
  return { orderId, number, orderedAt, owner, ofAccount, savedAt: new Date().toISOString(), esims };
}

/** The days of the plans that follow the current one. A process of 1.0.0 answers without plans. */
function daysAfterOf({ planState, plans = [] }: Partial<Pick<EsimInstallView, 'planState' | 'plans'>>): number {
  const waiting = plans.filter((plan) => plan.planState === 'not_active');
  return waiting.slice(planState === 'not_active' ? 1 : 0).reduce((sum, { days }) => sum + days, 0);
}

/** The flag's SVG, which the offline document shows as an image. It is decorative, so a failure is ignored. */
async function flagOf(code: string): Promise<string | null> {
  try {
    const answer = await fetch(paths.flag(code));
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** Maximum number of stored orders, far above what a person still uses. */
const MAX_ORDERS = 20;

/** The signed-in user's id, once the session is known. */
export async function signedInHere(identity: SdkConfig): Promise<string | null> {
  await openSession(identity);
  const session = await settledSession();
  return session.status === 'signed-in' ? session.user.uid : null;
}

/**
 * Stores an order for its reader; for an account all its eSIMs in use, so that one request for consent is enough.
 * Throws KeepError where storage is not possible, and other errors after a network failure.
 */
export async function keepFor(owner: string | null, order: OrderView | null): Promise<void> {
  const copies = await Promise.all(
    [...(order ? [order] : []), ...(owner === null ? [] : await activeOrders(order?.id))].map((each) =>
      keptOrderOf(each, { owner, ofAccount: owner === null && !each.claimable }),
    ),
  );
  await installWorker();
  for (const copy of copies) if (copy) await keep(copy);
  // Signed out meanwhile: nothing must stay.
  if (owner !== null && (await settledSession()).status !== 'signed-in') await removeAfter({ is: 'session-ended' });
  // Asks the browser not to evict the storage when space is short. Some browsers ask the user.
  await navigator.storage?.persist?.().catch(() => false);
}

/** The account's other orders with eSIMs in use. */
async function activeOrders(except: string | undefined): Promise<OrderView[]> {
  const caller = { token: currentToken };
  const { esims } = await callApi('get /esims', { query: { active: 'true', limit: MAX_ORDERS }, caller });
  const ids = [...new Set(esims.map(({ orderId }) => orderId))].filter((id) => id !== except).slice(0, MAX_ORDERS);
  const answers = await Promise.all(
    ids.map((id) => callApi('get /orders/{orderId}', { params: { orderId: id }, caller })),
  );
  return answers.map((answer) => answer.order);
}

/** Resolves once the service worker is active and has cached the offline document and the public help. */
export async function installWorker(): Promise<void> {
  // Missing in private windows of some browsers, and without https.
  if (!('serviceWorker' in navigator)) throw new KeepError('unavailable', undefined);
  const registration = await registerWorker().catch((error: unknown) => {
    throw (error as Error).name === 'SecurityError' ? new KeepError('unavailable', error) : error;
  });
  await workerSettled(registration.installing ?? registration.waiting);
  const shells = (await caches.keys()).filter((name) => name.startsWith(SHELL_PREFIX));
  // Not `open`, which would create again what a newer worker has deleted meanwhile.
  const held = await Promise.all(shells.map((cacheName) => caches.match(OFFLINE_DOCUMENT, { cacheName })));
  if (!registration.active || held.every((document) => document === undefined))
    throw new Error('the offline document could not be kept');
  await helpKept(registration.active);
}

/** Time-out for the help: the offline document also works without it. */
const HELP_MS = 10_000;

async function helpKept(worker: ServiceWorker): Promise<void> {
  const found = await Promise.all(LOCALES.map((locale) => caches.match(paths.api.help(locale))));
  if (found.every((answer) => answer !== undefined)) return;
  const { port1, port2 } = new MessageChannel();
  await new Promise<void>((resolve) => {
    port1.onmessage = () => resolve();
    setTimeout(resolve, HELP_MS);
    worker.postMessage(KEEP_HELP, [port2]);
  });
  port1.close();
}

/** Resolves when an installing worker is active or redundant. */
export function workerSettled(worker: ServiceWorker | null): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (worker === null || worker.state === 'activated' || worker.state === 'redundant') resolve();
    };
    worker?.addEventListener('statechange', look);
    look();
  });
}
