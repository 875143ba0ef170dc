import { setTimeout as pause } from 'node:timers/promises';
import type { Act } from '#sandbox/kit/life.ts';
import type { DocumentView } from '#src/shared/document-view.ts';
import type { OrderView } from '#src/shared/views.ts';
import { createInsist, type Insist, type Purchase } from './buyer.ts';
import type { RightsWish } from './person.ts';
import { ownProfile } from './rights-books.ts';
import { byMailedLink, createPages, type Pages, sendDeclaration } from './rights-pages.ts';
import { type AskedBack, type OwnProfile, type RightsTrace, STRANGER } from './rights-trace.ts';
import { live } from './use.ts';
import type { ChaosWorld } from './world.ts';

type RightsPorts = {
  world: ChaosWorld;
  trace: RightsTrace;
  giveUp: AbortSignal;
  /** False when buyers begin nothing further. */
  goesOn: () => boolean;
};

type Buyer = { ports: RightsPorts; insist: Insist; pages: Pages; buyer: Purchase };
type Line = OrderView['lines'][number];
type Answer = Awaited<ReturnType<Insist>>;

/** Between two things that one buyer asks: the usage of other eSIMs is read meanwhile. */
const PAUSE_MS = 1_500;

/** Asks everything back that the buyer of a delivered order wishes, one after the other. */
export async function askBack(ports: RightsPorts, buyer: Purchase): Promise<void> {
  const { world, giveUp, goesOn } = ports;
  const { person, orderId, last } = buyer;
  if (person.rights === null || orderId === null || last?.status !== 'fulfilled') return;
  const first = Number.parseInt(person.key, 16) || 0;
  const asking = {
    ports,
    insist: createInsist(world, giveUp, first),
    pages: createPages(world, giveUp, first),
    buyer,
  };
  await forgiven(ports, buyer, () => lookAtDocuments(asking));
  for (const wish of person.rights.wishes) {
    if (!goesOn()) return;
    await forgiven(ports, buyer, () => carryOut(asking, wish));
    await pause(PAUSE_MS);
  }
  await forgiven(ports, buyer, () => lookAtDocuments(asking));
}

/** What a restore has forgotten ends it; anything else that fails is a complaint. */
export async function forgiven(
  { world, giveUp }: Pick<RightsPorts, 'world' | 'giveUp'>,
  buyer: Purchase,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (world.gaps.length === buyer.restoresBefore && !giveUp.aborted)
      buyer.complaints.push(`rights: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function carryOut(asking: Buyer, wish: RightsWish): Promise<void> {
  const { ports, pages, buyer } = asking;
  const { lines } = buyer.last!;
  const at = Math.floor(wish.share * lines.length);
  const line = lines[at];
  if (!line?.esim) return;
  const profile = wish.use === 'none' ? null : await ownProfile(ports.world, line.esim.iccid);
  const inUse = () => (profile === null ? Promise.resolve() : runEsim(ports, { buyer, line: at + 1, profile, wish }));
  if (wish.stranger !== null) await beStranger(asking, wish.stranger);
  const as = wish.isByMail ? ((await byMailedLink(ports.world, pages, buyer)) ?? buyer) : buyer;
  if (wish.use !== 'meanwhile') await inUse();
  const ask = ASK[wish.what];
  await Promise.all([
    ask({ ...asking, buyer: as }, { wish, line, number: at + 1 }),
    wish.use === 'meanwhile' && inUse(),
  ]);
}

type Wanted = { wish: RightsWish; line: Line; number: number };

const ASK: Record<RightsWish['what'], (asking: Buyer, wanted: Wanted) => Promise<void>> = {
  'give-back': (asking, wanted) =>
    request(asking, wanted, { what: 'unused', path: 'refund', body: { reason: 'not-travelling' } }),
  ask: (asking, wanted) =>
    request(asking, wanted, {
      what: 'fault',
      path: 'refund-request',
      body: { reason: 'no-connection', where: 'Chamonix', when: 'in the morning', words: 'Switched it off and on.' },
    }),
  withdraw: (asking, wanted) => withdraw(asking, wanted, 'owner'),
  'withdraw-by-mail': (asking, wanted) => withdraw(asking, wanted, 'mail'),
};

/** A request by the API: once or twice at once, and perhaps again. Every answer is one that the table of rights can give. */
async function request(
  { ports: { world, trace }, insist, buyer }: Buyer,
  { wish, number }: Wanted,
  { what, path, body }: { what: AskedBack['what']; path: string; body: object },
): Promise<void> {
  const orderId = buyer.orderId!;
  const asked: AskedBack = { orderId, line: number, what, firstAt: Date.now(), acceptedAt: null };
  trace.asked.push(asked);
  const one = async () => {
    const answer = await insist('POST', `/api/orders/${orderId}/lines/${number}/${path}`, { purchase: buyer, body });
    if (answer.status === 200) asked.acceptedAt ??= Date.now();
    else refused(world, trace, { answer, asked, buyer });
  };
  await Promise.all(wish.isTwice ? [one(), one()] : [one()]);
  if (!wish.isRepeated) return;
  await pause(PAUSE_MS);
  await one();
}

/** Refusals that say nothing about the eSIM: too many looks, a dispute, a refund by the dashboard. */
const MAY_BE = new Set(['not-readable', 'refunded', 'disputed', 'ended', 'not-delivered', 'not-paid']);

function refused(
  world: ChaosWorld,
  trace: RightsTrace,
  { answer: { status, body }, asked, buyer }: { answer: Answer; asked: AskedBack; buyer: Purchase },
): void {
  const { code, rule = '' } = (body['error'] ?? {}) as { code?: string; rule?: string };
  if (status === 429 || code === 'order-not-refundable' || MAY_BE.has(rule)) return;
  const isUsed = trace.used.some(({ orderId, line }) => orderId === asked.orderId && line === asked.line);
  if (rule === 'used' && isUsed) return;
  if (world.gaps.length > buyer.restoresBefore) return;
  throw new Error(`${asked.what} of line ${asked.line} of ${asked.orderId} refused: ${status} ${code ?? ''} ${rule}`);
}

/** By the public form, for one line with a cookie, or for the whole order without one. */
async function withdraw(
  { ports: { trace }, pages, buyer }: Buyer,
  { number }: Wanted,
  by: 'owner' | 'mail',
): Promise<void> {
  const { person, orderId, last, cookies } = buyer;
  const cookie = cookies.at(-1) ?? null;
  const { number: order } = last!;
  const as = by === 'owner' && cookie !== null ? 'owner' : 'mail';
  const form = { name: person.name, order, email: person.email };
  const reference =
    as === 'owner'
      ? await sendDeclaration(
          pages,
          person.locale,
          { ...form, of: order, line: String(number) },
          { orderId: orderId!, cookie },
        )
      : await sendDeclaration(pages, person.locale, form);
  trace.declared.push({ reference, email: person.email, by: as, orderId: orderId!, at: Date.now() });
}

/** Somebody who is not the buyer: withdraws by the form, and asks for the refund without any access. */
async function beStranger(
  { ports: { trace }, insist, pages, buyer }: Buyer,
  how: NonNullable<RightsWish['stranger']>,
): Promise<void> {
  const { person, orderId, last } = buyer;
  const mark = person.email.split('@')[0]!;
  const email = how === 'in-their-name' ? person.email : `other.${mark}@strangers.example`;
  if (how !== 'in-their-name') trace.strangers.push(email);
  const order = how === 'wrong-number' ? '0000000X' : last!.number;
  const reference = await sendDeclaration(pages, person.locale, { name: STRANGER, order, email });
  trace.declared.push({ reference, email, by: 'stranger', orderId: orderId!, at: Date.now() });
  const { status } = await insist('POST', `/api/orders/${orderId}/lines/1/refund`, { body: { reason: 'other' } });
  if (status === 200) throw new Error(`order ${orderId} was refunded for somebody without access`);
}

/** Installs the eSIM, or uses a part of its data. Its wholesaler refuses that for one that was given back. */
async function runEsim(
  { world, trace }: RightsPorts,
  { buyer, line, profile, wish }: { buyer: Purchase; line: number; profile: OwnProfile; wish: RightsWish },
): Promise<void> {
  try {
    const { life, plan } = await live(world, profile, [{ country: null }]);
    const acts: Act[] = life.profile === 'released' || life.profile === 'downloaded' ? ['install'] : [];
    const country = plan.countries[0] ?? 'FR';
    const dataMb = plan.dataMb ?? 0;
    if (wish.use !== 'installed') acts.push('enable', { country }, { use: dataMb * wish.usedShare, country });
    if (acts.length === 0) return;
    const after = await live(world, profile, acts);
    if (after.life.usedMb > life.usedMb)
      trace.used.push({ orderId: buyer.orderId!, line, usedMb: after.life.usedMb, dataMb, at: Date.now() });
  } catch {
    // It was given back or ended.
  }
}

/** Remembers the numbers that the buyer is shown. */
async function lookAtDocuments({ ports: { trace }, insist, buyer }: Buyer): Promise<void> {
  const { orderId } = buyer;
  const answer = await insist('GET', `/api/orders/${orderId}/documents`, { purchase: buyer });
  if (answer.status !== 200) throw new Error(`no documents: ${answer.status} ${JSON.stringify(answer.body)}`);
  for (const { number, kind } of (answer.body as { documents: DocumentView[] }).documents)
    trace.shown.push({ number, kind, orderId: orderId!, at: Date.now() });
}
