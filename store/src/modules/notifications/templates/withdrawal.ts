import { html } from 'hono/html';
import { describeData } from '../../../i18n/describe.ts';
import { formatDate, formatInstant, formatMoney } from '../../../i18n/format.ts';
import { type MailTranslator, mailTranslator } from '../../../i18n/mail.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { Money } from '../../../shared/money.ts';
import {
  button,
  mailDocument,
  type Markup,
  note,
  paragraph,
  plainRows,
  plainSection,
  plainText,
  quietLink,
  receipt,
  type RenderedMail,
  section,
  writing,
} from './layout.ts';
import { itemOf, type Purchase } from './purchase.ts';

/** The declaration as it was typed. It goes to the address that was typed, which may be a stranger's. */
type Declaration = {
  number: string;
  name: string;
  orderNumber: string;
  email: string;
  submittedAt: Date;
  timeZone: string | null;
  /** The chosen plans; null: everything in the order. */
  lines: Purchase[] | null;
};

export type WithdrawalReceivedData = Declaration & {
  /**
   * What comes next: it is carried out (the sender is the owner), the link of the mail is awaited, or a person. The
   * last is the same for an order that does not exist and for one of another address.
   */
  next: { by: 'owner' } | { by: 'link'; url: string; days: number } | { by: 'person' };
};

/** The acknowledgement that the law asks for: the content of the declaration, its date and its time. */
export function withdrawalReceivedMail(data: WithdrawalReceivedData, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const { next } = data;
  const title = t('withdrawal.received.title');
  const statement = t('withdrawal.received.statement');
  const rows = rowsOf(t, data, locale);
  const link = next.by === 'link' ? next : null;
  const wayOn = t(`withdrawal.received.${next.by}`, link ? { count: link.days } : {});
  const notes = [t(next.by === 'link' ? 'withdrawal.received.linkNot' : 'withdrawal.received.notMe')];
  const label = t('withdrawal.received.linkButton');
  return {
    subject: t('withdrawal.received.subject', { number: data.number }),
    locale,
    html: mailDocument({
      locale,
      title,
      preheader: t('withdrawal.received.preheader'),
      body: [
        paragraph(t('withdrawal.received.text')),
        section(t('withdrawal.received.declaration'), [paragraph(statement), receipt(rows)]),
        spaced([paragraph(wayOn), ...(link ? [button(label, link.url)] : []), ...notes.map(note)]),
      ],
      footer: t('withdrawal.footer'),
    }),
    text: plainText([
      title,
      t('withdrawal.received.text'),
      plainSection(t('withdrawal.received.declaration'), [statement, ...plainRows(locale, rows)]),
      wayOn,
      ...(link ? plainRows(locale, [[label, link.url]]) : []),
      ...notes,
      t('withdrawal.footer'),
    ]),
    attachments: [],
  };
}

/** What became of one line. */
export type WithdrawnLine = { item: Purchase } & (
  | { what: 'back'; back: Money; kept: Money }
  | { what: 'person' }
  | { what: 'nothing'; why: 'used-up' | 'refunded' | 'not-paid' | 'too-late' }
);

export type WithdrawalOutcomeData = {
  number: string;
  submittedAt: Date;
  timeZone: string | null;
  lines: WithdrawnLine[];
  policyUrl: string;
};

/** What goes back of each line, and why nothing does. */
export function withdrawalOutcomeMail(data: WithdrawalOutcomeData, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const { number, lines, policyUrl } = data;
  const isBack = lines.some(({ what }) => what === 'back');
  const kind = isBack ? '' : lines.some(({ what }) => what === 'person') ? 'Person' : 'Nothing';
  const date = dateOf(data, locale);
  const title = t(`withdrawal.outcome.title${kind}`);
  const text = t('withdrawal.outcome.text', { date });
  const rows = lines.map((line): [string, string] => [itemOf(t, locale, line.item), outcomeOf(t, line, locale)]);
  const money = isBack ? [t('withdrawal.outcome.money')] : [];
  const policy = t('withdrawal.outcome.policy');
  return {
    subject: t(`withdrawal.outcome.subject${kind}`, { number }),
    locale,
    html: mailDocument({
      locale,
      title,
      preheader: t('withdrawal.outcome.preheader', { date }),
      body: [
        paragraph(text),
        receipt([[t('withdrawal.rows.number'), number], ...rows]),
        spaced([...money.map(paragraph), quietLink(policy, policyUrl)]),
      ],
      footer: t('withdrawal.footer'),
    }),
    text: plainText([
      title,
      text,
      plainRows(locale, [[t('withdrawal.rows.number'), number], ...rows]).join('\n'),
      ...money,
      ...plainRows(locale, [[policy, policyUrl]]),
      t('withdrawal.footer'),
    ]),
    attachments: [],
  };
}

export type WithdrawalAnsweredData = {
  number: string;
  submittedAt: Date;
  timeZone: string | null;
  answer: string;
  contactUrl: string;
};

/** What a person wrote about a declaration that is not carried out. */
export function withdrawalAnsweredMail(data: WithdrawalAnsweredData, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const { number, answer, contactUrl } = data;
  const title = t('withdrawal.answered.title');
  const text = t('withdrawal.answered.text', { date: dateOf(data, locale) });
  const wayOn = t('withdrawal.answered.wayOn');
  const contact = t('withdrawal.answered.contact');
  const rows: [string, string][] = [[t('withdrawal.rows.number'), number]];
  return {
    subject: t('withdrawal.answered.subject', { number }),
    locale,
    html: mailDocument({
      locale,
      title,
      preheader: t('withdrawal.answered.preheader'),
      body: [
        paragraph(text),
        writing(answer),
        receipt(rows),
        spaced([note(wayOn), button(contact, contactUrl, { quiet: true })]),
      ],
      footer: t('withdrawal.footer'),
    }),
    text: plainText([
      title,
      text,
      answer,
      ...plainRows(locale, rows),
      wayOn,
      ...plainRows(locale, [[contact, contactUrl]]),
      t('withdrawal.footer'),
    ]),
    attachments: [],
  };
}

function rowsOf(t: MailTranslator, data: Declaration, locale: Locale): [string, string][] {
  const { number, name, orderNumber, email, submittedAt, timeZone, lines } = data;
  const what = lines === null ? t('withdrawal.rows.all') : lines.map((each) => planOf(each, locale)).join(', ');
  return [
    [t('withdrawal.rows.number'), number],
    [t('withdrawal.rows.received'), formatInstant(submittedAt, locale, 'UTC')],
    ...(timeZone === null
      ? []
      : [[t('withdrawal.rows.yourTime'), formatInstant(submittedAt, locale, timeZone)] as [string, string]]),
    [t('withdrawal.rows.name'), name],
    [t('withdrawal.rows.order'), orderNumber],
    [t('withdrawal.rows.what'), what],
    [t('withdrawal.rows.email'), email],
  ];
}

const planOf = (item: Purchase, locale: Locale) => `${item.name[locale]} ${describeData(item, locale)}`;

function outcomeOf(t: MailTranslator, line: WithdrawnLine, locale: Locale): string {
  if (line.what === 'person') return t('withdrawal.outcome.person');
  if (line.what === 'nothing') return t(`withdrawal.outcome.${line.why}`);
  const [amount, kept] = [formatMoney(line.back, locale), formatMoney(line.kept, locale)];
  return line.kept.amount === 0
    ? t('withdrawal.outcome.back', { amount })
    : t('withdrawal.outcome.backAndKept', { amount, kept });
}

const dateOf = ({ submittedAt, timeZone }: { submittedAt: Date; timeZone: string | null }, locale: Locale) =>
  formatDate(submittedAt, locale, timeZone ?? 'UTC');

const spaced = (content: Markup[]) => html`<div style="margin-top:20px">${content}</div>`;
