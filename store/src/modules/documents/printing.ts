import { describeData } from '../../i18n/describe.ts';
import { formatCountry, formatDate, formatInstant, formatRate, formatSigned } from '../../i18n/format.ts';
import { translator, type Translator } from '../../i18n/i18n.ts';
import { BRAND } from '../../shared/brand.ts';
import { documentNumber } from '../../shared/documents.ts';
import type { Locale } from '../../shared/locale.ts';
import type { Currency } from '../../shared/money.ts';
import { addressIn } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';
import type { Merchant } from '../../shared/merchant.ts';
import { brandName } from '../../shared/saved-cards.ts';
import { type BuyerOnDocument, type DocumentLine, taxesOf } from './content.ts';
import { factSheetOf, type PlanOnSheet } from './fact-sheet.ts';
import { createDrawSheets, type DrawSheets, MAX_SHEETS } from './pdf/drawing.ts';
import type { Block, Part, Sheet } from './pdf/sheet.ts';
import type { DocumentRow } from './store.ts';
import { withdrawalSheetOf } from './withdrawal-sheet.ts';

/** A PDF, and the name under which it is saved. */
export type Printed = { bytes: Uint8Array; fileName: string };

export type DocumentPrinter = ReturnType<typeof createDocumentPrinter>;

type Site = { publicUrl: string };

/** Documents as PDF. They are drawn from their rows each time: the same row gives the same bytes. */
export function createDocumentPrinter(site: Site & { merchant: Merchant } & Parameters<typeof createDrawSheets>[0]) {
  const draw: DrawSheets = createDrawSheets(site);
  return {
    /** The facts of a plan. */
    async printFacts(of: PlanOnSheet): Promise<Printed> {
      const sheet = factSheetOf(site, of);
      const name = of.plan.id.replaceAll(/[^\w-]/g, '');
      const fileName = translator(of.locale)('paper.fileName.factSheet', { name });
      return { bytes: await draw([sheet], sheet.title), fileName };
    },
    /** The model form for a withdrawal, to fill in by hand. */
    async printWithdrawalForm(locale: Locale): Promise<Printed> {
      const sheet = withdrawalSheetOf(site, locale);
      return { bytes: await draw([sheet], sheet.title), fileName: translator(locale)('paper.fileName.withdrawal') };
    },
    async print(row: DocumentRow): Promise<Printed> {
      const sheet = sheetOf(site, row);
      const fileName = translator(row.locale)(`paper.fileName.${row.kind}`, { number: documentNumber(row) });
      return { bytes: await draw([sheet], sheet.title), fileName };
    },
    /** All of a year in one file; the newest where there are more than fit. */
    async printYear(rows: readonly [DocumentRow, ...DocumentRow[]], year: number, locale: Locale): Promise<Printed> {
      const sheets = rows.slice(-MAX_SHEETS).map((row) => sheetOf(site, row)) as [Sheet, ...Sheet[]];
      const t = translator(locale);
      return { bytes: await draw(sheets, t('paper.year', { year })), fileName: t('paper.fileName.year', { year }) };
    },
  };
}

type Words = { t: Translator; locale: Locale; currency: Currency };

/** A document in its own language, with all its words. */
export function sheetOf(site: Site, row: DocumentRow): Sheet {
  const { locale, currency, kind, content, issuedAt } = row;
  const t = translator(locale);
  const words: Words = { t, locale, currency };
  const number = documentNumber(row);
  const title = t(`paper.${kind}`);
  return {
    locale,
    title: `${title} ${number}`,
    issuedAt: issuedAt.toISOString(),
    foot: t('paper.questions', { url: withoutScheme(site, locale, paths.contact()) }),
    pageOf: t('paper.page', { page: '{{page}}', pages: '{{pages}}' }),
    blocks: [
      { kind: 'head', brand: BRAND, title, number },
      partiesOf(words, row),
      {
        kind: 'items',
        head: [t('paper.what'), t('paper.quantity'), t(row.tax === null ? 'paper.priceWithoutTax' : 'paper.price')],
        rows: content.lines.map((line) => ({
          title: nameOf(words, line),
          notes: notesOf(words, line, row),
          quantity: '1',
          price: signed(words, line.amount),
        })),
      },
      totalsOf(words, row),
      { kind: 'columns', ruled: true, columns: [paymentOf(words, row), policyOf(site, words, row)] },
    ],
  };
}

/** Who sells, who buys, and when. */
function partiesOf({ t, locale }: Words, { content, buyer, issuedAt }: DocumentRow): Block {
  const { seller, orderNumber, timeZone } = content;
  const { name, legalForm, address, register, vatId } = seller;
  return {
    kind: 'columns',
    columns: [
      {
        width: 42,
        parts: [
          {
            label: t('paper.from'),
            lines: present([
              legalForm === null ? name : `${name}, ${legalForm}`,
              address,
              vatId && t('paper.vat', { id: vatId }),
              register,
            ]),
          },
        ],
      },
      { width: 34, parts: [{ label: t('paper.to'), lines: buyer ? buyerLines(t, buyer) : [t('paper.forgotten')] }] },
      {
        width: 24,
        parts: [
          { label: t('paper.date'), lines: [formatDate(issuedAt, locale, timeZone)] },
          { label: t('paper.order'), lines: [orderNumber] },
        ],
      },
    ],
  };
}

const buyerLines = (t: Translator, { company, name, address, vatId, email }: BuyerOnDocument): string[] =>
  present([company, name, address, vatId === '' ? '' : t('paper.vat', { id: vatId }), email]);

const present = (lines: readonly (string | null)[]): string[] =>
  lines.filter((line) => line !== null && line !== '') as string[];

const nameOf = ({ t, locale }: Words, { name, dataMb, unlimited, isTopUp }: DocumentLine): string =>
  t(isTopUp ? 'paper.topUp' : 'paper.item', {
    place: name,
    data: describeData({ dataMb, unlimited: unlimited ? {} : null }, locale),
  });

function notesOf({ t }: Words, { days, activation }: DocumentLine, row: DocumentRow): string[] {
  const { of } = row.content;
  const inDays = t('plans.days', { count: days });
  const sold = `${t(`paper.validity.${activation ?? 'unknown'}`, { days: inDays })} ${t('paper.service')}`;
  return of === null ? [sold] : [sold, t(`paper.${relationOf(row)}`, { number: of })];
}

/** What a document says about the other one that it names. */
function relationOf({ kind, refundId }: DocumentRow) {
  if (kind === 'receipt') return 'replaces';
  if (kind === 'credit-note') return 'refundOf';
  return refundId === null ? 'cancelsReceipt' : 'cancels';
}

function totalsOf(words: Words, { total, tax, content }: DocumentRow): Block {
  const { t, locale } = words;
  const taxes = taxesOf(content.lines).map(({ country, rateBp, amount }) => ({
    label: t('paper.ofWhichTax', {
      country: formatCountry(country, locale),
      percent: formatRate(rateBp, locale),
    }),
    value: signed(words, amount),
  }));
  const net = tax === null ? [] : [{ label: t('paper.ofWhichNet'), value: signed(words, total - tax) }];
  return { kind: 'totals', label: t('paper.total'), value: signed(words, total), inside: [...taxes, ...net] };
}

/** How it was paid, or paid back; and why there is no tax, where the seller states it. */
function paymentOf({ t, locale }: Words, { content }: DocumentRow): { width: number; parts: Part[] } {
  const { card, refund, paidAt, seller, lines } = content;
  const cardWords = card && t('paper.card', { brand: brandName(card.brand), digits: card.last4 });
  const exemption = lines.every(({ tax }) => tax === null) ? seller.vatExemption : null;
  if (refund === null) {
    const when = formatInstant(paidAt, locale, 'UTC');
    const by = cardWords === null ? when : t('paper.paidBy', { when, card: cardWords });
    return { width: 1, parts: [{ label: t('paper.paid'), lines: present([by, exemption]) }] };
  }
  const when = formatDate(refund.at, locale, 'UTC');
  const to = refund.isOtherWay
    ? t('paper.otherWay', { when })
    : cardWords === null
      ? when
      : t('paper.paidBackTo', { when, card: cardWords });
  const reference = refund.reference && t('paper.reference', { reference: refund.reference });
  return { width: 1, parts: [{ label: t('paper.paidBack'), lines: present([to, reference, exemption]) }] };
}

/** On a receipt, until when a buyer gets an unused eSIM refunded by themselves; then the policy that they have accepted. */
function policyOf(site: Site, { t, locale }: Words, { kind, content }: DocumentRow) {
  const { refundPolicy: version, refundDays, paidAt } = content;
  const url = withoutScheme(site, locale, paths.legal('refund', version));
  const ends = new Date(new Date(paidAt).getTime() + refundDays * DAY_MS);
  const unused =
    kind === 'receipt' && refundDays > 0 ? t('paper.unused', { when: formatInstant(ends, locale, 'UTC') }) : null;
  const lines = present([unused, t('paper.policy', { version, url })]);
  return { width: 1, parts: [{ label: t('paper.refund'), lines }] };
}

const DAY_MS = 86_400_000;

const withoutScheme = ({ publicUrl }: Site, locale: Locale, path: string): string =>
  (publicUrl + addressIn(locale, path)).replace(/^https?:\/\//, '');

const signed = ({ locale, currency }: Words, amount: number): string => formatSigned({ amount, currency }, locale);
