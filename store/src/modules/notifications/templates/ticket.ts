import { html } from 'hono/html';
import { describeDiagnosis } from '../../../i18n/describe-diagnosis.ts';
import { formatDate, formatLanguageLabel } from '../../../i18n/format.ts';
import { mailTranslator } from '../../../i18n/mail.ts';
import { BRAND } from '../../../shared/brand.ts';
import type { Diagnosis } from '../../../shared/connection/about.ts';
import type { Topic } from '../../../shared/forms/contact.ts';
import type { Locale } from '../../../shared/locale.ts';
import {
  mailDocument,
  note,
  paragraph,
  plainRows,
  plainText,
  receipt,
  type RenderedMail,
  steps,
  writing,
} from './layout.ts';

/** The data of a ticket in a mail. `text` and names are user input, prepared for display. */
type Ticket = {
  number: string;
  topic: Topic;
  createdAt: Date;
  /** ISO 639-1 code of the language of the answer. */
  answerIn: string;
};

/** To the traveller: a confirmation. It repeats nothing that was typed, because the form accepts any address. */
export function ticketOpenedMail(ticket: Ticket, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  return document(locale, {
    subject: t('ticket.subject', { brand: BRAND, number: ticket.number }),
    preheader: t('ticketOpened.preheader'),
    title: t('ticketOpened.title'),
    intro: [t('ticketOpened.text')],
    rows: rowsOf(ticket, locale),
    notes: [t('ticket.answerHere'), t('ticket.keepPrivate')],
    footer: t('ticket.footer'),
  });
}

/** To the traveller: an answer, with its pictures. */
export function ticketAnswerMail(ticket: Ticket & { text: string; pictures: Buffer[] }, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const { number, text, pictures } = ticket;
  return document(locale, {
    subject: `Re: ${t('ticket.subject', { brand: BRAND, number })}`,
    preheader: t('ticketAnswer.preheader'),
    title: t('ticketAnswer.title'),
    written: text,
    rows: rowsOf(ticket, locale),
    notes: [...picturesNote(pictures, locale), t('ticket.answerHere'), t('ticket.keepPrivate')],
    footer: t('ticket.footer'),
    pictures,
  });
}

/** To the sender: which attachments were dropped, and which kinds are kept. */
export function ticketAttachmentsMail(
  { number, dropped, toMerchant }: Pick<Ticket, 'number'> & { dropped: string[]; toMerchant: boolean },
  locale: Locale,
): RenderedMail {
  const t = mailTranslator(locale);
  return document(locale, {
    subject: `Re: ${t('ticket.subject', { brand: BRAND, number })}`,
    preheader: t('ticketAttachments.preheader'),
    title: t('ticketAttachments.title'),
    intro: [t('ticketAttachments.text', { number })],
    list: dropped,
    notes: [t('ticketAttachments.wayOn')],
    footer: toMerchant ? t('ticketNotice.footer') : t('ticket.footer'),
  });
}

type Notice = Ticket & {
  text: string;
  pictures: Buffer[];
  email: string;
  name: string | null;
  /** The sender's address in the message, when it differs from the ticket's. */
  sender: string | null;
  orderNumber: string | null;
  isOrderProven: boolean;
  isFirst: boolean;
  /** What was tried before a ticket about a connection. */
  diagnosis: Diagnosis | null;
  /** True when an answer to this mail goes into the ticket. */
  isAnsweredHere: boolean;
};

/** To the merchant: the traveller's message, in its own language, with the re-encoded pictures. */
export function ticketNoticeMail(notice: Notice, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const { number, topic, name, email, sender, orderNumber, isOrderProven, pictures } = notice;
  const found = notice.diagnosis && notice.isFirst ? describeDiagnosis(notice.diagnosis, locale) : null;
  const subject = t('ticketNotice.subject', { number, topic: t(`translation:contact.topics.${topic}`) });
  const optional: [string, string | null][] = [
    [t('ticketNotice.from'), name === null ? email : `${name}, ${email}`],
    [t('ticketNotice.sender'), sender],
    [
      t('ticketNotice.order'),
      orderNumber && t(isOrderProven ? 'ticketNotice.proven' : 'ticketNotice.claimed', { number: orderNumber }),
    ],
  ];
  return document(locale, {
    subject: notice.isFirst ? subject : `Re: ${subject}`,
    preheader: t('ticketNotice.preheader'),
    title: t('ticketNotice.title', { number }),
    written: notice.text,
    listTitle: t('translation:connection.report.title'),
    list: found?.tried ?? [],
    rows: [
      ...optional.filter((row): row is [string, string] => row[1] !== null),
      ...(found?.facts ?? []),
      ...rowsOf(notice, locale).slice(1),
    ],
    notes: [
      ...picturesNote(pictures, locale),
      t(notice.isAnsweredHere ? 'ticketNotice.answerHere' : 'ticketNotice.answerElsewhere'),
      ...(notice.isAnsweredHere ? [t('ticketNotice.keepPrivate')] : []),
    ],
    footer: t('ticketNotice.footer'),
    pictures,
  });
}

function rowsOf({ number, topic, createdAt, answerIn }: Ticket, locale: Locale): [string, string][] {
  const t = mailTranslator(locale);
  return [
    [t('ticket.number'), number],
    [t('ticket.topic'), t(`translation:contact.topics.${topic}`)],
    [t('ticket.language'), formatLanguageLabel(answerIn, locale)],
    [t('ticket.date'), formatDate(createdAt, locale)],
  ];
}

const picturesNote = ({ length: count }: Buffer[], locale: Locale) =>
  count === 0 ? [] : [mailTranslator(locale)('ticketAnswer.pictures', { count })];

type Parts = {
  subject: string;
  preheader: string;
  title: string;
  intro?: string[];
  /** User input. */
  written?: string;
  list?: string[];
  listTitle?: string;
  rows?: [string, string][];
  notes: string[];
  footer: string;
  pictures?: Buffer[];
};

function document(locale: Locale, parts: Parts): RenderedMail {
  const { subject, preheader, title, intro = [], written, list = [], rows = [], notes, footer, pictures = [] } = parts;
  const listTitle = list.length > 0 ? parts.listTitle : undefined;
  return {
    subject,
    locale,
    html: mailDocument({
      locale,
      title,
      preheader,
      body: [
        ...intro.map(paragraph),
        ...(written === undefined ? [] : [writing(written)]),
        ...(listTitle === undefined ? [] : [paragraph(listTitle)]),
        ...(list.length > 0 ? [steps(list)] : []),
        ...(rows.length > 0 ? [receipt(rows)] : []),
        html`<div style="margin-top:20px">${notes.map(note)}</div>`,
      ],
      footer,
    }),
    text: plainText([
      title,
      ...intro,
      written ?? null,
      listTitle ?? null,
      list.length > 0 ? list.map((each) => `- ${each}`).join('\n') : null,
      rows.length > 0 ? plainRows(locale, rows).join('\n') : null,
      ...notes,
      footer,
    ]),
    attachments: pictures.map((content, index) => ({
      filename: `picture-${index + 1}.webp`,
      contentType: 'image/webp',
      content,
    })),
  };
}
