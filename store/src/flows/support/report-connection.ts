import type { Db } from '../../db/database.ts';
import type { Limits } from '../../db/limits.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import type { Ticket, Tickets } from '../../modules/tickets/tickets.ts';
import type { AboutLine, Diagnosis, Wants } from '../../shared/connection/about.ts';
import { type Phone, type SearchState, stateQuery } from '../../shared/connection/address.ts';
import { usedMb } from '../../shared/connection/facts.ts';
import { MAX_MESSAGE_LENGTH } from '../../shared/forms/contact.ts';
import type { Locale } from '../../shared/locale.ts';
import { plainText } from '../../shared/plain-text.ts';
import { defaultLanguage } from '../../shared/support.ts';
import type { EsimInstallView, OrderLineView, OrderView } from '../../shared/views.ts';

export type ReportConnection = (input: {
  /** As its reader sees it, who has access to it. */
  order: OrderView;
  /** The number of the eSIM, from 1, with what is known about it. */
  line: number;
  esim: EsimInstallView;
  about: AboutLine;
  state: SearchState;
  phone: Phone;
  wants: Wants;
  /** What the traveller adds; may be empty. */
  note: string;
  locale: Locale;
  accountId: string | null;
  clientAddress: string;
}) => Promise<Ticket>;

type Ports = {
  db: Db;
  tickets: Pick<Tickets, 'open'>;
  limits: Limits;
  notifications: Pick<Notifications, 'queueTicketMail'>;
  /** The merchant's mailbox; undefined: tickets are listed only. */
  merchantMail: string | undefined;
  languages: readonly string[];
  /** The message of a traveller who wrote none. */
  requestText: (wants: Wants, plan: Diagnosis['plan'], locale: Locale) => string;
};

/**
 * Opens a ticket about an eSIM without a connection. It carries what was tried, when, and what the wholesaler said, so that
 * nobody asks again. The same search asks once: a repetition returns the ticket that it opened. Throws `too-many-requests`.
 */
export function createReportConnection(ports: Ports): ReportConnection {
  const { db, tickets, limits, notifications, merchantMail, languages, requestText } = ports;
  return async function reportConnection(input) {
    const { order, line, state, wants, locale, clientAddress } = input;
    await limits.consume({ 'tickets-per-address': clientAddress, 'diagnoses-per-order': order.id });
    const diagnosis = diagnosisOf(input);
    const request = {
      topic: wants === 'refund' ? ('refund' as const) : ('connection' as const),
      locale,
      language: defaultLanguage(languages, locale),
      name: null,
      email: order.email,
      accountId: input.accountId,
      orderNumber: order.number,
      orderId: order.id,
      diagnosis,
      text: plainText(input.note).slice(0, MAX_MESSAGE_LENGTH) || requestText(wants, diagnosis.plan, locale),
      formKey: `connection ${order.id} ${line} ${wants} ${stateQuery(state)}`,
    };
    return db.transaction(async (tx) => {
      const { ticket, message } = await tickets.open(tx, request);
      if (message === null) return ticket;
      const mail = { ticketId: ticket.id, messageId: message.id, locale };
      await notifications.queueTicketMail(tx, { kind: 'ticket-opened', to: order.email, ...mail });
      if (merchantMail) await notifications.queueTicketMail(tx, { kind: 'ticket-notice', to: merchantMail, ...mail });
      return ticket;
    });
  };
}

function diagnosisOf({ order, line, esim, about, state, phone, wants }: Parameters<ReportConnection>[0]): Diagnosis {
  const { name } = order.lines[line - 1] as OrderLineView;
  const { profileState: profile, planState: plan, dataMb, unlimited, validUntil, usageAt } = esim;
  return {
    line,
    plan: name,
    wants,
    phone,
    country: about.country?.code ?? null,
    covered: about.covered,
    tried: state.attempts.map((attempt) => ({ ...attempt, at: new Date(attempt.at).toISOString() })),
    reported: {
      profile,
      reportsProfile: about.reportsProfile,
      plan,
      usedMb: unlimited === null ? usedMb(esim) : null,
      dataMb,
      validUntil,
      usageAt,
    },
  };
}
