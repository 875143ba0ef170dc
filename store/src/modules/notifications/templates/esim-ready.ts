import { describeData } from '../../../i18n/describe.ts';
import { formatMoney, formatReceiptDate } from '../../../i18n/format.ts';
import { translator } from '../../../i18n/i18n.ts';
import { type MailTranslator, mailTranslator } from '../../../i18n/mail.ts';
import { type DayLeg, describeSwitches, numberedNames } from '../../../i18n/switches.ts';
import type { BeginConsent } from '../../../shared/consent.ts';
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
  quietLink,
  receipt,
  type RenderedMail,
  section,
  steps,
  warning,
} from './layout.ts';
import type { LineTax } from '../../../shared/tax.ts';
import {
  cardText,
  consentTexts,
  itemOf,
  type PaymentCard,
  placeOf,
  placesOf,
  type Purchase,
  taxRows,
} from './purchase.ts';
import { withdrawSection, withdrawText } from './withdraw-link.ts';

type Item = Purchase & { days: number; activation: 'first-usage' | 'installation' | null; price: Money };

/** The installation data of one eSIM. */
export type ReadyEsim = Item & {
  lpa: string;
  smdpAddress: string;
  activationCode: string;
  /** Null: the phone does not ask for one. */
  confirmationCode: string | null;
  appleUrl: string;
  androidUrl: string;
  /** Null: the phone finds it automatically. */
  apn: string | null;
  qrPng: Buffer;
};

export type EsimReadyData = {
  orderNumber: string;
  /** Link that opens the order without a sign-in; contains a secret. */
  orderUrl: string;
  /** Link that opens its receipt as PDF; contains a secret. */
  receiptUrl: string;
  paidAt: Date;
  total: Money;
  card: PaymentCard | null;
  /** The page with the installation steps for each family of phones. */
  helpUrl: string;
  /** Where a buyer reaches a person: the merchant's address where there is one, and the contact page. */
  support: { email: string | null; url: string };
  /** Lifetime of `orderUrl`, in days. */
  linkDays: number;
  email: string;
  /** Everything in the order. */
  items: Item[];
  /** Which item is used on which days of a trip; empty for an order without one. */
  tripDays: DayLeg[];
  /** The eSIMs that are ready. */
  esims: ReadyEsim[];
  /** The number that a later mail will contain. */
  toCome: number;
  /** The items that could not be delivered and are refunded. */
  missing: Purchase[];
  /** The items that are refunded for another reason: they no longer belong to the order. */
  returned: Purchase[];
  /** Where an unused eSIM is given back, and within how many days; null: a person decides. */
  giveBack: { days: number; url: string } | null;
  /** The withdrawal function. */
  withdrawUrl: string;
  /** The accepted legal texts, at permanent URLs. */
  terms: AcceptedText;
  refundPolicy: AcceptedText;
  /** The buyer's request that the plan begins while they can withdraw; null: none. */
  consent: BeginConsent | null;
  /** The tax inside the prices. */
  taxes: LineTax[];
};

type AcceptedText = { version: number; url: string };

const QR_PIXELS = 220;

/** The eSIMs that are ready to install, with all their codes and the receipt. Its subject contains no code. */
export function esimReadyMail(data: EsimReadyData, locale: Locale): RenderedMail {
  const t = mailTranslator(locale);
  const words = wordsOf(t, data, locale);
  return {
    subject: words.title,
    locale,
    html: mailDocument({
      locale,
      title: words.title,
      preheader: words.preheader,
      body: htmlBody(t, data, locale, words),
      footer: words.footer,
    }),
    text: textBody(t, data, locale, words),
    attachments: words.esims.map(({ qrPng, file, contentId }) => ({
      filename: file,
      contentType: 'image/png',
      content: qrPng,
      contentId,
    })),
  };
}

type Words = ReturnType<typeof wordsOf>;
type EsimWords = Words['esims'][number];

function wordsOf(t: MailTranslator, data: EsimReadyData, locale: Locale) {
  const { items, esims } = data;
  const apns = [...new Set(esims.flatMap(({ apn }) => apn ?? []))];
  const [only] = items;
  return {
    ...(only && items.length === 1 ? openingOfOne(t, only, locale) : openingOfSeveral(t, data, locale)),
    warnings: [t('esimReady.warning.once'), t('esimReady.warning.wifi'), t('esimReady.warning.keep')],
    esims: esims.map((esim, index) => esimWords(t, esim, items.length === 1 ? null : index + 1, locale)),
    switches: switchLines(data, locale),
    iphone: [...phoneSteps(t, 'iphone'), ...apns.map((apn) => t('esimReady.apnNote', { apn }))],
    android: [...phoneSteps(t, 'android'), ...apns.map((apn) => t('esimReady.apnNote', { apn }))],
    support:
      data.support.email === null
        ? t('esimReady.support.page', { number: data.orderNumber })
        : t('esimReady.support.text', { number: data.orderNumber, email: data.support.email }),
    receipt: receiptRows(t, data, locale),
    texts: [
      [t('esimReady.texts.terms', { version: data.terms.version }), data.terms.url],
      [t('esimReady.texts.refund', { version: data.refundPolicy.version }), data.refundPolicy.url],
    ] as [string, string][],
    consent: consentTexts(t, locale, data.consent),
    footer: t('footer.order'),
  };
}

/** For example `7 days from first use`; the start only where the wholesaler states it. */
function validityOf(t: MailTranslator, { days, activation }: Item): string {
  const words = t('translation:plans.days', { count: days });
  return activation === null ? words : t(`validity.${activation}`, { days: words });
}

function openingOfOne(t: MailTranslator, item: Item, locale: Locale) {
  const amount = { data: describeData(item, locale), validity: validityOf(t, item) };
  return {
    title: t('esimReady.subject', { place: placeOf(item, locale) }),
    preheader: t('esimReady.preheader', amount),
    intro: [t('esimReady.intro', amount)],
  };
}

function openingOfSeveral(t: MailTranslator, data: EsimReadyData, locale: Locale) {
  const { esims, toCome, missing, returned } = data;
  return {
    title: titleOfSeveral(t, data, locale),
    preheader: t('esimReady.several.preheader'),
    intro: [
      t('esimReady.several.intro', { places: placesOf(esims, locale) }),
      ...(toCome > 0 ? [t('esimReady.several.toCome', { count: toCome })] : []),
      ...(missing.length > 0
        ? [t('esimReady.several.missing', { count: missing.length, places: placesOf(missing, locale) })]
        : []),
      ...(returned.length > 0
        ? [t('esimReady.several.returned', { count: returned.length, places: placesOf(returned, locale) })]
        : []),
    ],
  };
}

/** How many are ready, of those that still belong to the order. */
function titleOfSeveral(t: MailTranslator, { items, esims, returned }: EsimReadyData, locale: Locale): string {
  const total = items.length - returned.length;
  const [first] = esims;
  if (esims.length < total) return t('esimReady.several.subjectSome', { count: esims.length, total });
  return first && total === 1
    ? t('esimReady.subject', { place: placeOf(first, locale) })
    : t('esimReady.several.subject', { count: total });
}

/** `number`: its position among several; null for the only one of an order. */
function esimWords(t: MailTranslator, esim: ReadyEsim, number: number | null, locale: Locale) {
  const suffix = number === null ? '' : `-${number}`;
  const file = `esim-qr${suffix}.png`;
  const codeRows: [string, string | null][] = [
    [t('esimReady.manual.smdp'), esim.smdpAddress],
    [t('esimReady.manual.activation'), esim.activationCode],
    [t('esimReady.manual.confirmation'), esim.confirmationCode],
    [t('esimReady.manual.lpa'), esim.lpa],
    [t('esimReady.manual.apn'), esim.apn],
  ];
  return {
    qrPng: esim.qrPng,
    appleUrl: esim.appleUrl,
    androidUrl: esim.androidUrl,
    number,
    file,
    contentId: `esim-qr${suffix}@mail`,
    heading: number === null ? '' : `${number}. ${headingOf(t, esim, locale)}`,
    validity: validityOf(t, esim),
    qrText: t(number === null ? 'esimReady.qr.text' : 'esimReady.several.qrText', { filename: file }),
    codes: codeRows.filter((row): row is [string, string] => row[1] !== null),
  };
}

function headingOf(t: MailTranslator, esim: ReadyEsim, locale: Locale): string {
  const plan = `${esim.name[locale]}, ${describeData(esim, locale)}`;
  return esim.forPlace ? t('translation:plans.planFor', { plan, place: esim.forPlace[locale] }) : plan;
}

/** `Day 4: Spain 3GB. Spain, days 4 to 9. Choose it for mobile data.` */
function switchLines({ items, tripDays }: EsimReadyData, locale: Locale): [string, string][] {
  const t = translator(locale);
  const names = numberedNames(
    t,
    items.map((item) => `${item.name[locale]} ${describeData(item, locale)}`),
  );
  return describeSwitches(t, locale, { legs: tripDays, names }).map(({ day, name, text }) => [day, `${name}. ${text}`]);
}

function phoneSteps(t: MailTranslator, phone: 'iphone' | 'android'): string[] {
  return (['add', 'enter', 'line', 'arrive'] as const).map((step) => t(`esimReady.${phone}.${step}`));
}

function receiptRows(t: MailTranslator, data: EsimReadyData, locale: Locale): [string, string][] {
  return [
    [t('receipt.number'), data.orderNumber],
    [t('receipt.date'), formatReceiptDate(data.paidAt, locale)],
    [t('receipt.email'), data.email],
    ...data.items.map((item): [string, string] => {
      const text = `${itemOf(t, locale, item)}, ${t('translation:plans.days', { count: item.days })}`;
      return data.items.length === 1 ? [t('receipt.item'), text] : [text, formatMoney(item.price, locale)];
    }),
    [t('receipt.total'), formatMoney(data.total, locale)],
    ...taxRows(t, locale, data),
    ...(data.card === null ? [] : [[t('receipt.card'), cardText(t, data.card)] as [string, string]]),
  ];
}

function htmlBody(t: MailTranslator, data: EsimReadyData, locale: Locale, words: Words): Markup[] {
  return [
    ...words.intro.map(paragraph),
    warning(t('esimReady.warning.title'), words.warnings),
    ...(words.switches.length === 0
      ? []
      : [section(t('translation:switches.title'), steps(plainRows(locale, words.switches)))]),
    ...words.esims.flatMap((esim) => htmlEsim(t, esim)),
    section(t('esimReady.iphone.title'), steps(words.iphone)),
    section(t('esimReady.android.title'), steps(words.android)),
    button(t('esimReady.help'), data.helpUrl, { quiet: true }),
    section(t('esimReady.support.title'), [
      paragraph(words.support),
      button(t('esimReady.support.button'), data.support.url, { quiet: true }),
    ]),
    section(t('esimReady.order.title'), [
      paragraph(t('esimReady.order.text', { count: data.linkDays })),
      button(t('esimReady.order.button'), data.orderUrl, { quiet: true }),
    ]),
    section(t('receipt.title'), [
      receipt(words.receipt),
      quietLink(t('receipt.pdf'), data.receiptUrl),
      ...giveBackRows(t, data).map(([label, url]) => quietLink(label, url)),
    ]),
    withdrawSection(t, data.withdrawUrl),
    section(t('esimReady.texts.title'), [
      note(t('esimReady.texts.text')),
      ...words.texts.map(([label, url]) => note(`${label} ${url}`)),
      ...words.consent.map(note),
    ]),
  ];
}

/** One line: until when an unused eSIM is given back, with its link. */
const giveBackRows = (t: MailTranslator, { giveBack }: EsimReadyData): [string, string][] =>
  giveBack === null ? [] : [[t('esimReady.giveBack', { count: giveBack.days }), giveBack.url]];

/** Three sections for a single eSIM; one section for each of several. */
function htmlEsim(t: MailTranslator, esim: EsimWords): Markup[] {
  const oneTap = [
    button(t('esimReady.oneTap.iphone'), esim.appleUrl),
    button(t('esimReady.oneTap.android'), esim.androidUrl, { quiet: true }),
  ];
  const qr = [inlineImage(esim.contentId, t('esimReady.qr.alt'), QR_PIXELS), note(esim.qrText)];
  if (esim.number !== null) return [section(esim.heading, [note(esim.validity), ...oneTap, ...qr, codes(esim.codes)])];
  return [
    section(t('esimReady.oneTap.title'), [...oneTap, note(t('esimReady.oneTap.note'))]),
    section(t('esimReady.qr.title'), qr),
    section(t('esimReady.manual.title'), codes(esim.codes)),
  ];
}

function textBody(t: MailTranslator, data: EsimReadyData, locale: Locale, words: Words): string {
  return plainText([
    words.title,
    ...words.intro,
    plainSection(
      t('esimReady.warning.title'),
      words.warnings.map((line) => `* ${line}`),
    ),
    words.switches.length === 0
      ? null
      : plainSection(t('translation:switches.title'), plainRows(locale, words.switches)),
    ...words.esims.flatMap((esim) => textEsim(t, locale, esim)),
    plainSection(t('esimReady.iphone.title'), plainSteps(words.iphone)),
    plainSection(t('esimReady.android.title'), plainSteps(words.android)),
    ...plainRows(locale, [[t('esimReady.help'), data.helpUrl]]),
    plainSection(t('esimReady.support.title'), [words.support, data.support.url]),
    plainSection(t('esimReady.order.title'), [t('esimReady.order.text', { count: data.linkDays }), data.orderUrl]),
    plainSection(
      t('receipt.title'),
      plainRows(locale, [...words.receipt, [t('receipt.pdf'), data.receiptUrl], ...giveBackRows(t, data)]),
    ),
    withdrawText(t, locale, data.withdrawUrl),
    plainSection(t('esimReady.texts.title'), [
      t('esimReady.texts.text'),
      ...plainRows(locale, words.texts),
      ...words.consent,
    ]),
    words.footer,
  ]);
}

function textEsim(t: MailTranslator, locale: Locale, esim: EsimWords): string[] {
  const oneTap = plainRows(locale, [
    [t('esimReady.oneTap.iphone'), esim.appleUrl],
    [t('esimReady.oneTap.android'), esim.androidUrl],
  ]);
  const manual = plainRows(locale, esim.codes);
  if (esim.number !== null) return [plainSection(esim.heading, [esim.validity, ...oneTap, esim.qrText, ...manual])];
  return [
    plainSection(t('esimReady.oneTap.title'), [...oneTap, t('esimReady.oneTap.note')]),
    plainSection(t('esimReady.qr.title'), [esim.qrText]),
    plainSection(t('esimReady.manual.title'), manual),
  ];
}
