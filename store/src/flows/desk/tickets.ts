import type { Tx } from '../../db/database.ts';
import type { AuditEntry } from '../../modules/audit/audit.ts';
import type { Message, Ticket, Tickets } from '../../modules/tickets/tickets.ts';
import { AppError, type Change } from '../../shared/errors.ts';
import type { Acting } from '../../shared/operator.ts';
import { plainText } from '../../shared/plain-text.ts';
import type { AddTicketMessage } from '../support/add-ticket-message.ts';
import type { Act } from './act.ts';

type Ports = {
  act: Act;
  tickets: Pick<Tickets, 'close' | 'lock' | 'lastMessage'>;
  addMessage: AddTicketMessage;
  lastAction: (subject: { kind: string; id: string }) => Promise<AuditEntry | null>;
};

/** The version of a ticket: the time of its last message or change of state. */
export const versionOfTicket = ({ updatedAt }: Pick<Ticket, 'updatedAt'>): string => updatedAt.toISOString();

/** What an operator does to a ticket. */
export const createTicketActions = (ports: Ports) => ({
  answer: (ticketId: string, answer: Acting & { text: string }) => answerTicket(ports, ticketId, answer),
  close: (ticketId: string, acting: Acting) => closeTicket(ports, ticketId, acting),
});

/**
 * The merchant's answer: stored and mailed to the traveller. Null for an empty one, and when the ticket accepts no more
 * messages. Throws `not-found`, `changed-meanwhile`.
 */
function answerTicket(
  ports: Ports,
  ticketId: string,
  { text, ...acting }: Acting & { text: string },
): Promise<Message | null> {
  const { act, addMessage } = ports;
  return act('ticket.answer', acting, subjectOf(ticketId), async (tx) => {
    const ticket = await lockTicket(ports, tx, ticketId, acting);
    const answer = plainText(text);
    const added =
      answer === '' ? null : await addMessage(tx, ticket, { author: 'merchant', via: 'desk', text: answer });
    if (!added) return { result: null, changed: null };
    const after = { status: 'waiting', message: added.id };
    return { result: added, changed: { orderId: ticket.orderId, before: { status: ticket.status }, after } };
  });
}

/** `by`: who had closed it already. */
export type Closed = { isClosed: true } | { isClosed: false; change: Change | null };

/** Closes a ticket; a reply of the traveller opens it again. Throws `not-found`, `changed-meanwhile`. */
function closeTicket(ports: Ports, ticketId: string, acting: Acting): Promise<Closed> {
  const { act, tickets, lastAction } = ports;
  return act<Closed>('ticket.close', acting, subjectOf(ticketId), async (tx) => {
    const ticket = await lockTicket(ports, tx, ticketId, acting);
    if (!(await tickets.close(tx, ticketId))) {
      const last = await lastAction(subjectOf(ticketId));
      const change = last && { by: last.actor, what: last.action, at: last.at };
      return { result: { isClosed: false, change }, changed: null };
    }
    const changed = { orderId: ticket.orderId, before: { status: ticket.status }, after: { status: 'closed' } };
    return { result: { isClosed: true }, changed };
  });
}

const subjectOf = (id: string) => ({ kind: 'ticket', id });

/** Locks the ticket, if it is still as the actor was shown it. */
async function lockTicket(ports: Ports, tx: Tx, id: string, { seen }: Acting): Promise<Ticket> {
  const ticket = await ports.tickets.lock(tx, id);
  if (!ticket) throw new AppError('not-found', { field: 'ticket' });
  if (seen === undefined || versionOfTicket(ticket) === seen) return ticket;
  throw new AppError('changed-meanwhile', { field: 'ticket', change: await lastChange(ports, ticket) });
}

/** The last action on the ticket, or the traveller's message after it. */
async function lastChange({ tickets, lastAction }: Ports, { id, updatedAt }: Ticket): Promise<Change> {
  const [action, message] = [await lastAction(subjectOf(id)), await tickets.lastMessage(id, 'traveller')];
  if (action && (!message || action.at > message.at)) return { by: action.actor, what: action.action, at: action.at };
  return { by: null, what: 'a message of the traveller', at: message?.at ?? updatedAt };
}
