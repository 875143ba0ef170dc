import { formatData, formatDate, formatMoney, formatPercent } from '../../../i18n/format.ts';
import { type MailTranslator, mailTranslator } from '../../../i18n/mail.ts';
import type { AutoTopUpReason } from '../../../shared/auto-top-up.ts';
import type { Locale, Localized } from '../../../shared/locale.ts';
import type { Money } from '../../../shared/money.ts';
import { button, mailDocument, note, paragraph, plainRows, plainText, quietLink, type RenderedMail } from './layout.ts';
import { cardText, type PaymentCard, placeOf } from './purchase.ts';

/** Why the store switched auto top-up off or stopped it: the reasons that the mail to its owner states. */
export type ToldReason = Exclude<
  AutoTopUpReason,
  'by-owner' | 'by-mail' | 'account-deleted' | 'declined' | 'card-gone'
>;

/** What a mail about auto top-up says. */
export type AutoTopUpAbout =
  | { what: 'authentication' }
  | { what: 'declined'; isGone: boolean }
  | { what: 'capped'; nextMonth: Date }
  | { what: 'ended'; reason: ToldReason };

export type AutoTopUpData = {
  about: AutoTopUpAbout;
  name: Localized;
  /** The place that a wider plan was bought for. */
  forPlace: Localized | null;
  /** The plan that is added, and what it costs. */
  dataMb: number;
  days: number;
  price: Money;
  percent: number;
  cap: Money;
  /** In the current month. */
  spent: Money;
  card: PaymentCard | null;
  /** Link that opens the order without a sign-in; contains a secret. */
  orderUrl: string;
  /** The page that switches it off; null: it is off. */
  offUrl: string | null;
};

type Words = { subject: string; title: string; preheader: string; texts: string[]; button: string };

/** One template for all mails about auto top-up: what happened, what to do, one button, and the way to switch it off. */
export function autoTopUpMail(data: AutoTopUpData, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const { subject, title, preheader, texts, button: label } = wordsOf(t, data, locale);
  const footer = t('footer.order');
  const { orderUrl, offUrl } = data;
  const off = t('autoTopUp.off');
  return {
    subject,
    locale,
    html: mailDocument({
      locale,
      title,
      preheader,
      body: [
        ...texts.map(paragraph),
        button(label, orderUrl),
        note(t('notice.keepPrivate')),
        ...(offUrl === null ? [] : [quietLink(off, offUrl)]),
      ],
      footer,
    }),
    text: plainText([
      title,
      ...texts,
      ...plainRows(locale, [[label, orderUrl]]),
      t('notice.keepPrivate'),
      ...(offUrl === null ? [] : plainRows(locale, [[off, offUrl]])),
      footer,
    ]),
    attachments: [],
  };
}

function wordsOf(t: MailTranslator, { about, ...data }: AutoTopUpData, locale: Locale): Words {
  const money = (amount: Money) => formatMoney(amount, locale);
  const values = {
    place: placeOf(data, locale),
    data: formatData(data.dataMb, locale),
    days: t('translation:plans.days', { count: data.days }),
    price: money(data.price),
    percent: formatPercent(data.percent / 100, locale),
    cap: money(data.cap),
    spent: money(data.spent),
    card: data.card === null ? t('autoTopUp.card') : cardText(t, data.card),
  };
  const words = (texts: string[]): Words => ({
    subject: t(`autoTopUp.${about.what}.subject`, values),
    title: t(`autoTopUp.${about.what}.title`, values),
    preheader: t(`autoTopUp.${about.what}.preheader`, values),
    texts,
    button: t(`autoTopUp.${about.what}.button`),
  });
  switch (about.what) {
    case 'authentication':
      return words([t('autoTopUp.authentication.text', values), t('autoTopUp.authentication.next')]);
    case 'declined':
      return words([t(`autoTopUp.declined.${about.isGone ? 'gone' : 'text'}`, values), t('autoTopUp.declined.next')]);
    case 'capped':
      return words([
        t('autoTopUp.capped.text', values),
        t('autoTopUp.month', values),
        t('autoTopUp.capped.next', { date: formatDate(about.nextMonth, locale, 'UTC') }),
      ]);
    case 'ended':
      return words([t(`autoTopUp.ended.because.${about.reason}`, values), t('autoTopUp.ended.next')]);
  }
}
