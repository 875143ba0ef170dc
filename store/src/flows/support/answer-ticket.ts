import type { Db } from '../../db/database.ts';
import type { Message, Ticket } from '../../modules/tickets/tickets.ts';
import type { AddTicketMessage } from './add-ticket-message.ts';

export type AnswerTicket = (ticket: Ticket, text: string) => Promise<Message | null>;

/**
 * The merchant's answer to a ticket, from the ops command: stored and mailed to the traveller. Null when the ticket
 * accepts no more messages.
 */
export function createAnswerTicket(ports: { db: Db; addMessage: AddTicketMessage }): AnswerTicket {
  const { db, addMessage } = ports;
  return (ticket, text) => db.transaction((tx) => addMessage(tx, ticket, { author: 'merchant', via: 'desk', text }));
}
