import { formatData, formatMoney, formatReceiptDate } from '../../../i18n/format.ts';
import { type MailTranslator, mailTranslator } from '../../../i18n/mail.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { Money } from '../../../shared/money.ts';
import {
  button,
  codes,
  inlineImage,
  mailDocument,
  type Markup,
  note,
  paragraph,
  plainRows,
  plainSection,
  plainSteps,
  plainText,
  receipt,
  type RenderedMail,
  section,
  steps,
  warning,
} from './layout.ts';
import { cardText, itemOf, type PaymentCard, placeOf, type Purchase } from './purchase.ts';

export type EsimReadyData = Purchase & {
  days: number;
  orderNumber: string;
  /** Link that opens the order without signing in; holds a secret. */
  orderUrl: string;
  paidAt: Date;
  total: Money;
  card: PaymentCard | null;
  lpa: string;
  smdpAddress: string;
  activationCode: string;
  /** Null: the phone will not ask for one. */
  confirmationCode: string | null;
  appleUrl: string;
  androidUrl: string;
  /** Null: the phone finds it by itself. */
  apn: string | null;
  /** How long `orderUrl` works. */
  linkDays: number;
  qrPng: Buffer;
  email: string;
};

const QR_FILE = 'esim-qr.png';
const QR_ID = 'esim-qr@mail';
const QR_PIXELS = 220;

/** The eSIM, ready to install, with all its codes and the receipt. Its subject names no code. */
export function esimReadyMail(data: EsimReadyData, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const words = wordsOf(t, data, locale);
  return {
    subject: words.title,
    html: mailDocument({
      locale,
      title: words.title,
      preheader: words.preheader,
      body: htmlBody(t, data, words),
      footer: words.footer,
    }),
    text: textBody(t, data, locale, words),
    attachments: [{ filename: QR_FILE, contentType: 'image/png', content: data.qrPng, contentId: QR_ID }],
  };
}

type Words = ReturnType<typeof wordsOf>;

function wordsOf(t: MailTranslator, data: EsimReadyData, locale: Locale) {
  const amount = formatData(data.dataMb, locale);
  const validity = t('validity', { days: t('translation:plans.days', { count: data.days }) });
  return {
    title: t('esimReady.subject', { place: placeOf(t, data) }),
    preheader: t('esimReady.preheader', { data: amount, validity }),
    intro: t('esimReady.intro', { data: amount, validity }),
    warnings: [t('esimReady.warning.once'), t('esimReady.warning.wifi'), t('esimReady.warning.keep')],
    qrText: t('esimReady.qr.text', { filename: QR_FILE }),
    codes: codeRows(t, data),
    iphone: [...phoneSteps(t, 'iphone'), ...apnNote(t, data)],
    android: [...phoneSteps(t, 'android'), ...apnNote(t, data)],
    receipt: receiptRows(t, data, locale),
    footer: t('footer.order'),
  };
}

function codeRows(t: MailTranslator, data: EsimReadyData): [string, string][] {
  return [
    [t('esimReady.manual.smdp'), data.smdpAddress],
    [t('esimReady.manual.activation'), data.activationCode],
    ...(data.confirmationCode === null
      ? []
      : [[t('esimReady.manual.confirmation'), data.confirmationCode] as [string, string]]),
    [t('esimReady.manual.lpa'), data.lpa],
    ...(data.apn === null ? [] : [[t('esimReady.manual.apn'), data.apn] as [string, string]]),
  ];
}

function phoneSteps(t: MailTranslator, phone: 'iphone' | 'android'): string[] {
  return (['add', 'enter', 'line', 'arrive'] as const).map((step) => t(`esimReady.${phone}.${step}`));
}

function apnNote(t: MailTranslator, { apn }: EsimReadyData): string[] {
  return apn === null ? [] : [t('esimReady.apnNote', { apn })];
}

function receiptRows(t: MailTranslator, data: EsimReadyData, locale: Locale): [string, string][] {
  return [
    [t('receipt.number'), data.orderNumber],
    [t('receipt.date'), formatReceiptDate(data.paidAt, locale)],
    [t('receipt.email'), data.email],
    [t('receipt.item'), `${itemOf(t, locale, data)}, ${t('translation:plans.days', { count: data.days })}`],
    [t('receipt.total'), formatMoney(data.total, locale)],
    ...(data.card === null ? [] : [[t('receipt.card'), cardText(t, data.card)] as [string, string]]),
  ];
}

function htmlBody(t: MailTranslator, data: EsimReadyData, words: Words): Markup[] {
  return [
    paragraph(words.intro),
    warning(t('esimReady.warning.title'), words.warnings),
    section(t('esimReady.oneTap.title'), [
      button(t('esimReady.oneTap.iphone'), data.appleUrl),
      button(t('esimReady.oneTap.android'), data.androidUrl, { quiet: true }),
      note(t('esimReady.oneTap.note')),
    ]),
    section(t('esimReady.qr.title'), [inlineImage(QR_ID, t('esimReady.qr.alt'), QR_PIXELS), note(words.qrText)]),
    section(t('esimReady.manual.title'), codes(words.codes)),
    section(t('esimReady.iphone.title'), steps(words.iphone)),
    section(t('esimReady.android.title'), steps(words.android)),
    section(t('esimReady.order.title'), [
      paragraph(t('esimReady.order.text', { count: data.linkDays })),
      button(t('esimReady.order.button'), data.orderUrl, { quiet: true }),
    ]),
    section(t('receipt.title'), receipt(words.receipt)),
  ];
}

function textBody(t: MailTranslator, data: EsimReadyData, locale: Locale, words: Words): string {
  return plainText([
    words.title,
    words.intro,
    plainSection(
      t('esimReady.warning.title'),
      words.warnings.map((line) => `* ${line}`),
    ),
    plainSection(t('esimReady.oneTap.title'), [
      ...plainRows(locale, [
        [t('esimReady.oneTap.iphone'), data.appleUrl],
        [t('esimReady.oneTap.android'), data.androidUrl],
      ]),
      t('esimReady.oneTap.note'),
    ]),
    plainSection(t('esimReady.qr.title'), [words.qrText]),
    plainSection(t('esimReady.manual.title'), plainRows(locale, words.codes)),
    plainSection(t('esimReady.iphone.title'), plainSteps(words.iphone)),
    plainSection(t('esimReady.android.title'), plainSteps(words.android)),
    plainSection(t('esimReady.order.title'), [t('esimReady.order.text', { count: data.linkDays }), data.orderUrl]),
    plainSection(t('receipt.title'), plainRows(locale, words.receipt)),
    words.footer,
  ]);
}
