import type { Tx } from '../../db/database.ts';
import type { Notifications } from '../../modules/notifications/notifications.ts';
import type { Message, NewMessage, Ticket, Tickets } from '../../modules/tickets/tickets.ts';

export type AddTicketMessage = (tx: Tx, ticket: Ticket, message: NewMessage) => Promise<Message | null>;

/**
 * Adds a message to a ticket and mails it to the other side, in one transaction. Mails to the traveller go to the
 * ticket's own address, whatever address a message came from. An automatic message is stored but not mailed. Null for a
 * mail that is already stored.
 */
export function createAddTicketMessage(ports: {
  tickets: Pick<Tickets, 'add'>;
  notifications: Pick<Notifications, 'queueTicketMail'>;
  /** The merchant's mailbox; undefined: tickets are listed only. */
  merchantMail: string | undefined;
}): AddTicketMessage {
  const { tickets, notifications, merchantMail } = ports;
  return async (tx, ticket, message) => {
    const added = await tickets.add(tx, ticket.id, message);
    if (!added || added.automatic) return added;
    const isOurs = added.author === 'merchant';
    const to = isOurs ? ticket.email : merchantMail;
    const about = { ticketId: ticket.id, messageId: added.id, locale: ticket.locale };
    if (to) await notifications.queueTicketMail(tx, { kind: isOurs ? 'ticket-answer' : 'ticket-notice', to, ...about });
    return added;
  };
}
