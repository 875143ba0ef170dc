import type { Clock } from '../../db/clock.ts';
import type { Db } from '../../db/database.ts';
import {
  type AutoTopUp,
  type AutoTopUpBook,
  type AutoTopUpTokens,
  nextMonthOf,
} from '../../modules/auto-top-ups/auto-top-ups.ts';
import type { Mail } from '../../modules/notifications/notifications.ts';
import {
  type AutoTopUpAbout,
  autoTopUpMail,
  type ToldReason,
} from '../../modules/notifications/templates/auto-top-up.ts';
import type { RenderedMail } from '../../modules/notifications/templates/layout.ts';
import type { CardBook } from '../../modules/payments/payments.ts';
import { isPseudonym, type Orders } from '../../modules/orders/orders.ts';
import type { AutoTopUpReason } from '../../shared/auto-top-up.ts';
import { boughtFor } from '../showing/bought-for.ts';
import { offUrlOf } from '../topping-up/automatic.ts';
import { chargesOf, type KnownCharge, spentIn } from '../topping-up/situation.ts';
import { accessLink, type MailCatalogue } from './order-mails.ts';

type Ports = {
  db: Db;
  clock: Clock;
  publicUrl: string;
  orders: Orders;
  payments: { cards: Pick<CardBook, 'find'> };
  autoTopUps: AutoTopUpBook;
  autoTopUpTokens: AutoTopUpTokens;
  catalogue: MailCatalogue;
};

/** Renders the mails about auto top-up from current data; null for one that is no longer so. */
export const createAutoTopUpMails = (ports: Ports) => ({
  'auto-top-up': (mail: Mail) => aboutAutoTopUp(ports, mail),
});

async function aboutAutoTopUp(ports: Ports, mail: Mail): Promise<RenderedMail | null> {
  const { autoTopUpId = '', chargeOrderId, reason } = mail.detail;
  const row = await ports.autoTopUps.find(autoTopUpId);
  if (!row) return null;
  const charges = await chargesOf(ports, ports.db, row);
  const charge = charges.find(({ orderId }) => orderId === chargeOrderId) ?? null;
  const about = aboutOf(ports, { row, charge }, mail.detail['what'] ?? '', reason as AutoTopUpReason | undefined);
  return about && render(ports, mail, { row, charges, charge, about });
}

/** What is to be said now; null when it is over: paid, switched on again, another month. */
function aboutOf(
  { clock, autoTopUps }: Ports,
  { row, charge }: { row: AutoTopUp; charge: KnownCharge | null },
  what: string,
  reason: AutoTopUpReason | undefined,
): AutoTopUpAbout | null {
  switch (what as AutoTopUpAbout['what']) {
    case 'authentication':
      return charge?.outcome === 'authentication' && charge.endedAt === null ? { what: 'authentication' } : null;
    case 'declined':
      return row.state === 'stopped' ? { what: 'declined', isGone: reason === 'card-gone' } : null;
    case 'capped':
      return row.state === 'on' && row.cappedMonth === autoTopUps.month()
        ? { what: 'capped', nextMonth: nextMonthOf(clock.now()) }
        : null;
    case 'ended':
      return row.state === 'on' || row.reason !== reason ? null : { what: 'ended', reason: reason as ToldReason };
  }
}

async function render(
  ports: Ports,
  mail: Mail,
  {
    row,
    charges,
    charge,
    about,
  }: { row: AutoTopUp; charges: readonly KnownCharge[]; charge: KnownCharge | null; about: AutoTopUpAbout },
): Promise<RenderedMail | null> {
  const { publicUrl, orders, payments, autoTopUps, autoTopUpTokens, catalogue } = ports;
  const order = await orders.find(row.orderId);
  const line = order?.lines.find(({ id }) => id === row.lineId);
  if (!order || !line || isPseudonym(order.email)) return null;
  const card = await payments.cards.find(row.cardId);
  const money = (amount: number) => ({ amount, currency: row.currency });
  return autoTopUpMail(
    {
      about,
      name: line.name,
      forPlace: (await boughtFor(catalogue, line))?.name ?? null,
      dataMb: row.dataMb,
      days: row.days,
      price: money(charge?.amount ?? row.amount),
      percent: row.thresholdPercent,
      cap: money(row.capAmount),
      spent: money(spentIn(autoTopUps.month(), charges)),
      card: card && { brand: card.brand, last4: card.last4 },
      // The payment is confirmed on the page of its own order.
      orderUrl: await accessLink(ports, about.what === 'authentication' && charge ? charge.orderId : order.id, mail),
      offUrl: offUrlOf(publicUrl, autoTopUpTokens, row),
    },
    mail.locale,
  );
}
