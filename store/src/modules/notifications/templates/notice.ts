import { formatData, formatDate, formatInstant } from '../../../i18n/format.ts';
import { type MailTranslator, mailTranslator } from '../../../i18n/mail.ts';
import type { Locale, Localized } from '../../../shared/locale.ts';
import { button, mailDocument, note, paragraph, plainRows, plainText, quietLink, type RenderedMail } from './layout.ts';
import { placeOf } from './purchase.ts';

type Left = { leftMb: number; dataMb: number };

/** What a notice says. */
export type NoticeAbout =
  | ({ what: 'low'; readAt: Date; /** When the plan ends; null: not known. */ end: Date | null } & Left)
  | ({ what: 'used'; readAt: Date } & Left)
  | { what: 'ends'; end: Date; /** Null for an unlimited plan. */ left: Left | null }
  | {
      what: 'install';
      travelDate: string;
      /** How many eSIMs of the order are not installed. */
      count: number;
      /** True when their days start with the installation. */
      onTheDay: boolean;
    };

export type NoticeData = {
  about: NoticeAbout;
  name: Localized;
  /** The place that a wider plan was bought for. */
  forPlace: Localized | null;
  /** The traveller's, or UTC. Times are given with it. */
  timeZone: string;
  /** Link that opens the order without a sign-in; contains a secret. */
  orderUrl: string;
  /** Link that opens the page of top-ups without a sign-in; null where a top-up does not help. */
  topUpUrl: string | null;
  /** The page that turns such notices off. */
  stopUrl: string;
};

type Words = { subject: string; title: string; preheader: string; texts: string[]; button: string };

/** One template for all notices: what is so, what to do, its buttons, and the way to stop them (RFC 8058). */
export function noticeMail(data: NoticeData, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const { subject, title, preheader, texts, button: label } = wordsOf(t, data, locale);
  const footer = t('footer.order');
  const stop = t('notice.stop');
  const topUp: [string, string][] = data.topUpUrl === null ? [] : [[t('notice.topUp'), data.topUpUrl]];
  return {
    subject,
    locale,
    headers: { 'List-Unsubscribe': `<${data.stopUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    html: mailDocument({
      locale,
      title,
      preheader,
      body: [
        ...texts.map(paragraph),
        ...topUp.map(([name, url]) => button(name, url)),
        button(label, data.orderUrl, { quiet: topUp.length > 0 }),
        note(t('notice.keepPrivate')),
        quietLink(stop, data.stopUrl),
      ],
      footer,
    }),
    text: plainText([
      title,
      ...texts,
      ...plainRows(locale, [...topUp, [label, data.orderUrl]]),
      t('notice.keepPrivate'),
      ...plainRows(locale, [[stop, data.stopUrl]]),
      footer,
    ]),
    attachments: [],
  };
}

function wordsOf(t: MailTranslator, { about, timeZone, ...plan }: NoticeData, locale: Locale): Words {
  const place = placeOf(plan, locale);
  const timeOf = (instant: Date) => formatInstant(instant, locale, timeZone);
  const data = ({ leftMb, dataMb }: Left) => ({ left: formatData(leftMb, locale), total: formatData(dataMb, locale) });
  switch (about.what) {
    case 'low': {
      const values = { place, ...data(about), time: timeOf(about.readAt) };
      const ends = about.end === null ? [] : [t('notice.low.ends', { end: timeOf(about.end) })];
      return {
        subject: t('notice.low.subject', values),
        title: t('notice.low.title', values),
        preheader: t('notice.low.preheader'),
        texts: [t('notice.low.text', values), ...ends, t('notice.low.advice')],
        button: t('notice.button'),
      };
    }
    case 'used': {
      const values = { place, ...data(about), time: timeOf(about.readAt) };
      return {
        subject: t('notice.used.subject', values),
        title: t('notice.used.title', values),
        preheader: t('notice.used.preheader'),
        texts: [t('notice.used.text', values), t('notice.used.advice')],
        button: t('notice.used.button'),
      };
    }
    case 'ends': {
      const values = { place, end: timeOf(about.end), date: formatDate(about.end, locale, timeZone) };
      const left = about.left === null ? [] : [t('notice.ends.left', data(about.left))];
      return {
        subject: t('notice.ends.subject', values),
        title: t('notice.ends.title', values),
        preheader: t('notice.ends.preheader', values),
        texts: [t('notice.ends.text', values), ...left, t('notice.ends.advice')],
        button: t('notice.button'),
      };
    }
    case 'install': {
      const { count } = about;
      const values = { place, count, date: formatDate(`${about.travelDate}T00:00:00Z`, locale, 'UTC') };
      const subject = count === 1 ? t('notice.install.subject', values) : t('notice.install.several', values);
      return {
        subject,
        title: subject,
        preheader: t('notice.install.preheader'),
        texts: [
          t('notice.install.text', values),
          t(`notice.install.${about.onTheDay ? 'onTheDay' : 'before'}`),
          t('notice.install.done'),
        ],
        button: t('notice.install.button'),
      };
    }
  }
}
