import { text } from 'node:stream/consumers';
import { createAddTicketMessage } from '#src/flows/support/add-ticket-message.ts';
import { createAnswerTicket } from '#src/flows/support/answer-ticket.ts';
import { answerLanguage, type Message, type Ticket, visibleText } from '#src/modules/tickets/tickets.ts';
import { formatLanguage } from '#src/i18n/format.ts';
import { plainText } from '#src/shared/plain-text.ts';
import { row, time } from './format.ts';
import type { Parts } from './parts.ts';

const MOST_LISTED = 200;

/** The ticket commands. */
export function createTicketDesk({ db, tickets, notifications, orders }: Parts) {
  // The merchant writes this answer and needs no mail about it.
  const addMessage = createAddTicketMessage({ tickets, notifications, merchantMail: undefined });
  const answerTicket = createAnswerTicket({ db, addMessage });

  async function show(ticket: Ticket): Promise<string[]> {
    const order = ticket.orderId === null ? null : await orders.find(ticket.orderId);
    const messages = await tickets.messages(ticket.id);
    return [
      row('ticket', `${ticket.number}  ${ticket.status}  ${ticket.topic}`),
      row('answer in', nameOf(answerLanguage(ticket))),
      row('traveller', `${ticket.name ?? ''}  ${ticket.email}`),
      ...(ticket.orderNumber === null
        ? []
        : [row('order', `${ticket.orderNumber}  ${order ? 'opened by this traveller' : 'stated, not verified'}`)]),
      row('opened', time(ticket.createdAt)),
      ...messages.flatMap((message) => ['', ...linesOf(message)]),
    ];
  }

  return {
    findTicket: (number: string) => tickets.findByNumber(number),
    showTicket: show,
    /** Tickets that wait for us. With `all` also those that wait for the traveller, and closed ones. */
    async listTickets({ all }: { all: boolean }): Promise<string[]> {
      const found = await tickets.list(all ? ['open', 'waiting', 'closed'] : ['open'], MOST_LISTED);
      const lines = found.map(
        ({ number, status, topic, updatedAt, ...ticket }) =>
          `  ${number}  ${status.padEnd(7)}  ${topic.padEnd(12)}  ${answerLanguage(ticket)}  ${time(updatedAt)}`,
      );
      return [`${all ? 'tickets' : 'open tickets'}: ${found.length}`, ...lines];
    },
    async answerTicket(ticket: Ticket, words: string): Promise<string[]> {
      const answer = plainText(words === '-' ? await text(process.stdin) : words);
      const added = answer === '' ? null : await answerTicket(ticket, answer);
      return added
        ? [`answer to ${ticket.number} queued`]
        : ['nothing was sent: the answer is empty, or the ticket is full'];
    },
    async closeTicket(ticket: Ticket): Promise<string[]> {
      const isClosed = await db.transaction((tx) => tickets.close(tx, ticket.id));
      return [isClosed ? `${ticket.number} closed` : `${ticket.number} is closed already`];
    },
  };
}

/** `German (de)`. */
const nameOf = (code: string) => `${formatLanguage(code, 'en')} (${code})`;

function linesOf(message: Message & { pictures: number }): string[] {
  const { author, via, at, sender, automatic, dropped, pictures } = message;
  const facts = [
    sender === null ? '' : `from ${sender}`,
    automatic ? 'automatic' : '',
    pictures > 0 ? `pictures ${pictures} (in the mail to the merchant)` : '',
    dropped.length > 0 ? `dropped ${dropped.join(', ')}` : '',
  ].filter((fact) => fact !== '');
  const written = via === 'mail' ? visibleText(message.text) : message.text;
  return [
    `${time(at)}  ${author} by ${via}${facts.map((fact) => `  ${fact}`).join('')}`,
    ...written.split('\n').map((line) => `  ${line}`),
  ];
}
