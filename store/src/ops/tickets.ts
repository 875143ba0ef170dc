import { text } from 'node:stream/consumers';
import type { Desk } from '../flows/desk/desk.ts';
import { versionOfTicket } from '../flows/desk/tickets.ts';
import { answerLanguage, type Message, type Ticket, visibleText } from '../modules/tickets/tickets.ts';
import { describeDiagnosis } from '../i18n/describe-diagnosis.ts';
import { formatLanguage } from '../i18n/format.ts';
import type { Diagnosis } from '../shared/connection/about.ts';
import type { Acting } from '../shared/operator.ts';
import { row, time } from './format.ts';

const MAX_LISTED = 200;

/** The ticket commands. */
export function createTicketCommands({ orders, tickets }: Pick<Desk, 'orders' | 'tickets'>) {
  return {
    findTicket: (number: string) => tickets.findByNumber(number),

    async showTicket(ticket: Ticket): Promise<string[]> {
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
        ...(ticket.diagnosis === null ? [] : diagnosisLines(ticket.diagnosis)),
        ...messages.flatMap((message) => ['', ...linesOf(message)]),
      ];
    },

    /** Tickets that wait for us. With `all` also those that wait for the traveller, and closed ones. */
    async listTickets({ all }: { all: boolean }): Promise<string[]> {
      const found = await tickets.list(all ? ['open', 'waiting', 'closed'] : ['open'], MAX_LISTED);
      const lines = found.map(
        ({ number, status, topic, updatedAt, ...ticket }) =>
          `  ${number}  ${status.padEnd(7)}  ${topic.padEnd(12)}  ${answerLanguage(ticket)}  ${time(updatedAt)}`,
      );
      return [`${all ? 'tickets' : 'open tickets'}: ${found.length}`, ...lines];
    },

    async answerTicket(ticket: Ticket, words: string, acting: Acting): Promise<string[]> {
      const answer = words === '-' ? await text(process.stdin) : words;
      const seen = versionOfTicket(ticket);
      const added = await tickets.answer(ticket.id, { ...acting, seen, text: answer });
      return added
        ? [`answer to ${ticket.number} queued`]
        : ['nothing was sent: the answer is empty, or the ticket is full'];
    },

    async closeTicket(ticket: Ticket, acting: Acting): Promise<string[]> {
      const closed = await tickets.close(ticket.id, acting);
      return [closed.isClosed ? `${ticket.number} closed` : `${ticket.number} is closed already`];
    },
  };
}

/** What was tried before a ticket about a connection, and what the wholesaler said then. */
function diagnosisLines(diagnosis: Diagnosis): string[] {
  const { facts, tried } = describeDiagnosis(diagnosis, 'en');
  return ['', ...facts.map(([name, value]) => row(name.toLowerCase(), value)), ...tried.map((line) => `  ${line}`)];
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
