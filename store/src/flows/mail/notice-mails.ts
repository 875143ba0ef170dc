import type { Db } from '../../db/database.ts';
import type { Esim, EsimBook } from '../../modules/esims/esims.ts';
import {
  endNoticeAt,
  isReminderDue,
  type Notice,
  type NoticeBook,
  type NoticeTokens,
  thresholdsPassed,
} from '../../modules/notices/notices.ts';
import type { Mail } from '../../modules/notifications/notifications.ts';
import type { RenderedMail } from '../../modules/notifications/templates/layout.ts';
import { type NoticeAbout, noticeMail } from '../../modules/notifications/templates/notice.ts';
import type { Orders } from '../../modules/orders/orders.ts';
import type { Clock } from '../../db/clock.ts';
import { topicOf } from '../../shared/notices.ts';
import { paths } from '../../shared/paths.ts';
import { subjectOf, type Subject } from '../noticing/subject.ts';
import { boughtFor } from '../showing/bought-for.ts';
import { accessLinks, type MailCatalogue } from './order-mails.ts';

type Ports = {
  db: Db;
  clock: Clock;
  publicUrl: string;
  orders: Orders;
  esims: Pick<EsimBook, 'find' | 'listByOrders' | 'standingOf'>;
  noticeBook: Pick<NoticeBook, 'find' | 'isOn'>;
  noticeTokens: Pick<NoticeTokens, 'make'>;
  catalogue: MailCatalogue;
};

/** Renders notices from current data; null for one that no longer helps. */
export const createNoticeMails = (ports: Ports) => ({ notice: (mail: Mail) => aboutEsim(ports, mail) });

async function aboutEsim(ports: Ports, mail: Mail): Promise<RenderedMail | null> {
  const { db, publicUrl, orders, esims, noticeBook, noticeTokens, catalogue } = ports;
  const notice = await noticeBook.find(mail.detail['noticeId'] ?? '');
  const esim = notice && (await esims.find(notice.esimId));
  const subject = esim && (await subjectOf(ports, db, esim));
  if (!subject || subject.plan.position !== notice.position) return null;
  const { order, line } = subject;
  const topic = topicOf(notice.kind);
  if (!(await noticeBook.isOn(db, order, topic, 'mail'))) return null;
  const about = await aboutOf(ports, notice, subject);
  if (!about) return null;
  const links = await accessLinks({ publicUrl, orders }, order.id, mail);
  return noticeMail(
    {
      about,
      name: line.name,
      forPlace: (await boughtFor(catalogue, line))?.name ?? null,
      timeZone: order.timeZone ?? 'UTC',
      orderUrl: links.order,
      topUpUrl: about.what === 'low' || about.what === 'used' ? links.topUp(line.position + 1) : null,
      stopUrl: publicUrl + paths.unsubscribe(noticeTokens.make({ orderId: order.id, topic })),
    },
    mail.locale,
  );
}

/** What the notice says now. Null when it no longer helps: a later one is due, or what it asks for is done. */
async function aboutOf(
  { clock, esims }: Pick<Ports, 'clock' | 'esims'>,
  { kind }: Notice,
  { esim, plan, order, standing }: Subject,
): Promise<NoticeAbout | null> {
  const now = clock.now();
  const left = plan.unlimited ? null : { leftMb: standing.remainingMb, dataMb: standing.dataMb };
  const end = plan.expiresAt;
  if (kind === 'install') return reminderOf({ esims }, { order, now });
  if (kind === 'ends-3d' || kind === 'ends-1d')
    return standing.active && end && endNoticeAt(plan, now) === kind ? { what: 'ends', end, left } : null;
  // A correction of the wholesaler may have taken the figure back.
  if (!left || thresholdsPassed({ ...standing, unlimited: plan.unlimited })[0] !== kind) return null;
  const readAt = esim.usageAt ?? now;
  return kind === 'data-100' ? { what: 'used', ...left, readAt } : { what: 'low', ...left, readAt, end };
}

async function reminderOf(
  { esims }: Pick<Ports, 'esims'>,
  { order, now }: { order: Subject['order']; now: Date },
): Promise<NoticeAbout | null> {
  const { travelDate, timeZone } = order;
  if (travelDate === null) return null;
  const isWaiting = (esim: Esim) =>
    esim.orderId === order.id &&
    esims.standingOf(esim).active &&
    !esims.standingOf(esim).installed &&
    isReminderDue({ travelDate, timeZone }, esim.issuedAt, now);
  const waiting = (await esims.listByOrders([order.id])).filter(isWaiting);
  if (waiting.length === 0) return null;
  const bought = waiting.flatMap((esim) => order.lines.find(({ id }) => id === esim.plans[0].lineId) ?? []);
  const onTheDay = bought.length > 0 && bought.every(({ activation }) => activation === 'installation');
  return { what: 'install', travelDate, count: waiting.length, onTheDay };
}
