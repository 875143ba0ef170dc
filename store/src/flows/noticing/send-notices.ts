import type { Logger } from 'pino';
import type { Clock } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import type { Esim, EsimBook } from '../../modules/esims/esims.ts';
import { endNoticeAt, isReminderDue, type NoticeBook } from '../../modules/notices/notices.ts';
import type { Order, OrderBook } from '../../modules/orders/orders.ts';
import { codeOf } from '../../shared/errors.ts';
import { addDays, dateIn } from '../../shared/time-zone.ts';
import { subjectOf } from './subject.ts';
import { tell, type TellPorts } from './tell.ts';

/** Tells what depends on the time: plans that end, and eSIMs to install before a travel date. Safe to run at any time. */
export type SendNotices = () => Promise<void>;

type Ports = TellPorts & {
  db: Db;
  clock: Clock;
  log: Logger;
  esims: Pick<EsimBook, 'find' | 'listByOrders' | 'listEnding' | 'standingOf'>;
  orders: Pick<OrderBook, 'find' | 'profileLines' | 'deliveredLines' | 'deliveryOf' | 'isSample' | 'travelling'>;
  noticeBook: Pick<NoticeBook, 'record' | 'isOn' | 'ofEsims'>;
};

const PAGE = 200;
const DAY_MS = 86_400_000;
/** The first notice before the end of a plan. */
const ENDS_WITHIN_MS = 3 * DAY_MS;
/** Reminders are sent two days before; the days of the zones differ by one. */
const TRAVELS_WITHIN_DAYS = 3;

const NO_ID = '00000000-0000-0000-0000-000000000000';

export function createSendNotices(ports: Ports): SendNotices {
  return async function sendNotices() {
    await tellEnds(ports);
    await tellTravellers(ports);
  };
}

async function tellEnds(ports: Ports): Promise<void> {
  const { clock, esims } = ports;
  const now = clock.now();
  const until = new Date(now.getTime() + ENDS_WITHIN_MS);
  let after = { expiresAt: now, id: NO_ID };
  for (;;) {
    const page = await esims.listEnding({ after, until, limit: PAGE });
    const known = await ports.noticeBook.ofEsims(page.map(({ esimId }) => esimId));
    for (const { esimId } of page) await one(ports, esimId, () => tellEnd(ports, esimId, known));
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last;
  }
}

type Known = Awaited<ReturnType<NoticeBook['ofEsims']>>;

const isKnown = (known: Known, esim: Esim, position: number, kind: string) =>
  known.some((each) => each.esimId === esim.id && each.position === position && each.kind === kind);

/** Only the plan that the eSIM shows: one that has data left and follows on it keeps the eSIM alive. */
async function tellEnd(ports: Ports, esimId: string, known: Known): Promise<void> {
  const { db, clock, esims } = ports;
  const esim = await esims.find(esimId);
  if (!esim) return;
  const standing = esims.standingOf(esim);
  if (!standing.active) return;
  const kind = endNoticeAt(standing.current, clock.now());
  if (kind === null || isKnown(known, esim, standing.current.position, kind)) return;
  await db.transaction(async (tx) => {
    const subject = await subjectOf(ports, tx, esim);
    if (subject) await tell(ports, tx, subject, { kind });
  });
}

async function tellTravellers(ports: Ports): Promise<void> {
  const { clock, orders } = ports;
  const today = dateIn(clock.now(), 'UTC');
  const days = { from: addDays(today, -1), to: addDays(today, TRAVELS_WITHIN_DAYS) };
  let after: string | null = null;
  for (;;) {
    const page: Awaited<ReturnType<typeof orders.travelling>> = await orders.travelling({
      ...days,
      after,
      limit: PAGE,
    });
    for (const order of page) await one(ports, order.id, () => remind(ports, order));
    after = page.at(-1)?.id ?? null;
    if (page.length < PAGE) return;
  }
}

type Travelling = { id: string; travelDate: string; timeZone: Order['timeZone'] };

/** One mail reminds of all eSIMs of an order that are not installed. */
async function remind(ports: Ports, order: Travelling): Promise<void> {
  const { db, clock, esims, noticeBook } = ports;
  const now = clock.now();
  const issued = await esims.listByOrders([order.id]);
  const due = issued
    .filter((esim) => esim.orderId === order.id && isReminderDue(order, esim.issuedAt, now))
    .filter((esim) => esims.standingOf(esim).active && !esims.standingOf(esim).installed);
  const known = await noticeBook.ofEsims(due.map(({ id }) => id));
  const fresh = due.filter((esim) => !isKnown(known, esim, esim.plans[0].position, 'install'));
  if (fresh.length === 0) return;
  await db.transaction(async (tx) => {
    let aloud = true;
    for (const esim of fresh) {
      const subject = await subjectOf(ports, tx, esim);
      if (subject && (await tell(ports, tx, subject, { kind: 'install', aloud })) === 'told') aloud = false;
    }
  });
}

/** A fault of one eSIM or order holds no other up: the next run tries it again. */
async function one({ log }: Ports, id: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.error({ about: id, fault: codeOf(error), err: error }, 'a notice could not be made');
  }
}
