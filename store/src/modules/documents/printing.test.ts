import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { readPdf } from '#test/support/pdf.ts';
import type { Locale } from '../../shared/locale.ts';
import { currencyOf } from '../../shared/money.ts';
import { createDocumentPrinter, sheetOf } from './printing.ts';
import type { DocumentRow } from './store.ts';

const SITE = { publicUrl: 'https://store.example' };
const printer = createDocumentPrinter({
  ...SITE,
  merchant: { name: 'Example Travel', email: 'hello@store.example' },
  log: pino({ level: 'silent' }),
});

const rowOf = (locale: Locale, change: Partial<DocumentRow> = {}): DocumentRow => ({
  id: '0190b5a0-0000-7000-8000-000000000001',
  kind: 'receipt',
  series: 'R-2026',
  year: 2026,
  number: 421,
  orderId: '0190b5a0-0000-7000-8000-000000000002',
  refundId: null,
  cancels: null,
  cancelledBy: null,
  issuedAt: new Date('2026-11-12T23:30:00Z'),
  locale,
  currency: currencyOf('EUR'),
  total: 1_020,
  tax: 170,
  content: {
    seller: {
      name: 'Example Travel',
      legalForm: 'SAS',
      address: '1 rue Exemple, 75000 Paris, France',
      register: 'RCS Paris 000 000 000',
      vatId: 'FR00000000000',
      vatExemption: 'No VAT.',
    },
    timeZone: 'Europe/Paris',
    orderNumber: 'R65CX3S9',
    paidAt: '2026-11-12T16:02:00.000Z',
    card: { brand: 'visa', last4: '4242' },
    refundPolicy: 2,
    refundDays: 30,
    lines: [
      {
        lineId: 'a',
        name: 'France',
        dataMb: 3_072,
        unlimited: false,
        days: 30,
        activation: 'first-usage',
        isTopUp: false,
        amount: 1_020,
        tax: { country: 'FR', rateBp: 2_000, amount: 170 },
      },
    ],
    of: null,
    refund: null,
  },
  buyer: {
    name: 'Amara Diallo',
    address: '12 rue des Lilas\n69003 Lyon',
    company: '',
    vatId: '',
    email: 'amara@example.com',
  },
  correction: null,
  ...change,
});

const named = (name: string) => rowOf('en', { buyer: { ...rowOf('en').buyer!, name } });
const read = async (row: DocumentRow) => readPdf((await printer.print(row)).bytes);

const TEXTS = {
  en: [
    'Receipt',
    'R-2026-0421',
    'From',
    'Example Travel, SAS',
    'VAT FR00000000000',
    'RCS Paris 000 000 000',
    'To',
    'Amara Diallo',
    '12 rue des Lilas',
    '69003 Lyon',
    'amara@example.com',
    'Date',
    'Nov 13, 2026',
    'R65CX3S9',
    'What',
    'Quantity',
    'Price, tax included',
    'France eSIM, 3GB',
    '30 days from first connection. Electronically supplied service.',
    'Total',
    '€10.20',
    'of which VAT France 20%',
    '€1.70',
    'of which net',
    '€8.50',
    'Paid',
    'Visa ending in 4242',
    'In full while unused, until Dec 12, 2026',
    'Our refund policy, version 2: store.example/legal/refund/2',
    'Questions: store.example/contact, with the order number',
    'Page 1 of 1',
  ],
  fr: [
    'Reçu',
    'R-2026-0421',
    'De',
    'TVA FR00000000000',
    'À',
    'Amara Diallo',
    '13 nov. 2026',
    'Commande',
    'Désignation',
    'Quantité',
    'Prix TTC',
    'eSIM France, 3 Go',
    '30 jours dès la première connexion. Service fourni par voie électronique.',
    '10,20 €',
    'dont TVA France 20 %',
    '1,70 €',
    'dont montant HT',
    '8,50 €',
    'Payé',
    'Visa finissant par 4242',
    'Intégral tant que l’eSIM n’est pas utilisée, jusqu’au 12 déc. 2026',
    'Notre politique de remboursement, version 2',
    'store.example/fr/legal/refund/2',
    'Page 1 sur 1',
  ],
} as const;

/** Lines of the page are pieces for a reader, and spaces that do not break are spaces. */
const plain = (text: string) => text.replaceAll(/[\s\u00a0\u202f]+/g, ' ');

describe.each(['en', 'fr'] as const)('a receipt in %s', (locale) => {
  it('is read back with its text, tags, title and language, and always has the same bytes', async () => {
    const { bytes } = await printer.print(rowOf(locale));
    const pdf = await readPdf(bytes);
    for (const words of TEXTS[locale]) expect(plain(pdf.text), words).toContain(plain(words));
    expect(pdf.text).not.toContain('No VAT');
    expect(pdf.tags).toEqual(expect.arrayContaining(['Document', 'Sect', 'H1', 'P', 'Table', 'TR', 'TH', 'TD']));
    expect(pdf).toMatchObject({
      title: locale === 'en' ? 'Receipt R-2026-0421' : 'Reçu R-2026-0421',
      language: locale === 'en' ? 'en-US' : 'fr-FR',
      isMarked: true,
      claims: true,
    });
    expect(pdf.pages).toHaveLength(1);
    expect(pdf.embedded).toBe(3);
    expect(Buffer.compare(bytes, (await printer.print(rowOf(locale))).bytes)).toBe(0);
  });
});

it('states the reason why there is no tax, where no line has any', async () => {
  const { content } = rowOf('en');
  const untaxed = { ...content, lines: content.lines.map((line) => ({ ...line, tax: null })) };
  const { text } = await read(rowOf('en', { tax: null, content: untaxed }));
  expect(text).toContain('No VAT.');
  expect(text).not.toContain('of which');
});

it('draws accents as ink: a cedilla below the baseline, where other letters have none', async () => {
  const pdf = await read(rowOf('fr'));
  const scale = 6;
  const { at } = await pdf.pixels(0, scale);
  const title = await pdf.placeOf('Reçu', 0, scale);
  const below = (from: number, to: number) =>
    ink(at, {
      x: title.x + title.width * from,
      y: title.y + scale * 1.5,
      width: title.width * (to - from),
      height: scale * 4,
    });
  expect(below(0.45, 0.8)).toBeGreaterThan(20);
  expect(below(0, 0.25)).toBe(0);
});

type At = (x: number, y: number) => number;
function ink(at: At, { x, y, width, height }: { x: number; y: number; width: number; height: number }): number {
  let dark = 0;
  for (let dx = 0; dx < width; dx += 1) for (let dy = 0; dy < height; dy += 1) if (at(x + dx, y + dy) > 128) dark += 1;
  return dark;
}

/** Names by the script of the font that is embedded for them; undefined: Inter has them. */
const NAMES = [
  ['山田太郎', 'JP'],
  ['محمد', 'Arabic'],
  ['김철수', 'KR'],
  ['דוד', 'Hebrew'],
  ['สมชาย', 'Thai'],
  ['नमस्ते', 'Devanagari'],
  ['সুমন', 'Bengali'],
  ['தமிழ்', 'Tamil'],
  ['გიორგი', 'Georgian'],
  ['Արամ', 'Armenian'],
  ['张们', 'SC'],
  ['Nguyễn Đức Żółć', undefined],
  ['Дмитрий', undefined],
  ['Δημήτρης', undefined],
] as const;

it('writes a name in a font that has its glyphs, never as boxes', async () => {
  const address = NAMES.map(([name]) => name).join('\n');
  const pdf = await read(rowOf('en', { buyer: { ...rowOf('en').buyer!, address } }));
  for (const [name, font] of NAMES) {
    if (font !== undefined)
      expect(pdf.fonts, name).toContainEqual(expect.stringMatching(new RegExp(`^NotoSans${font}`)));
    else expect(pdf.text).toContain(name);
  }
  expect(pdf.fonts).toHaveLength(3 + NAMES.filter(([, font]) => font !== undefined).length);
  expect(pdf.embedded).toBe(pdf.fonts.length);
  expect(pdf.text).not.toContain('?');
});

it('has another shape for each character: a box would be one shape for all', async () => {
  const pdf = await read(named('山田太郎'));
  const scale = 6;
  const { at } = await pdf.pixels(0, scale);
  const { x, y, width, height } = await pdf.placeOf('山田太郎', 0, scale);
  const shapes = [0, 1, 2, 3].map((each) =>
    ink(at, { x: x + (width / 4) * each, y: y - height, width: width / 4, height: height * 1.2 }),
  );
  expect(Math.min(...shapes)).toBeGreaterThan(100);
  expect(new Set(shapes).size).toBe(4);
});

it('keeps words of a name that is read from the right in their order, and leaves pictures out', async () => {
  const pdf = await read(named('محمد علي'));
  const scale = 2;
  const places = await Promise.all(['محمد', 'علي'].map((word) => pdf.placeOf(word, 0, scale)));
  expect(places.map(({ x }) => x)).toEqual(places.map(({ x }) => x).toSorted((a, b) => b - a));
  expect((await read(named('Léa 👩‍👩‍👧'))).text).toMatch(/Léa(?! ?\?)/);
  // No font has it: a question mark, and no box.
  expect((await read(named('ሰላም'))).text).toContain('???');
});

it('breaks long names and many lines into lines and pages', async () => {
  const { content } = rowOf('en');
  const many = { ...content, lines: Array.from({ length: 30 }, () => content.lines[0]!) };
  const pdf = await read(rowOf('en', { content: many, buyer: { ...rowOf('en').buyer!, name: 'W'.repeat(120) } }));
  expect(pdf.pages.length).toBeGreaterThan(2);
  expect(pdf.pages.at(-1)).toContain(`Page ${pdf.pages.length} of ${pdf.pages.length}`);
  expect(pdf.text.replaceAll(' ', '')).toContain('W'.repeat(120));
});

it('puts a credit note’s signs and what it is about into words', () => {
  const { content } = rowOf('en');
  const lines = content.lines.map((line) => ({ ...line, amount: -1_020, tax: { ...line.tax!, amount: -170 } }));
  const refund = { reason: 'requested', at: '2026-11-14T10:00:00Z', isOtherWay: false, reference: '727' };
  const row = rowOf('en', {
    kind: 'credit-note',
    total: -1_020,
    tax: -170,
    content: { ...content, lines, refund, of: 'R-2026-0420' },
  });
  const said = JSON.stringify(sheetOf(SITE, row).blocks);
  for (const words of [
    'Credit note',
    '\u2212€10.20',
    'Refund of receipt R-2026-0420.',
    'Nov 14, 2026 to Visa ending in 4242',
    'Reference of the bank: 727',
  ])
    expect(said).toContain(words);
  expect(said).not.toContain('while unused');
});

it('names the receipt that a corrected one replaces, and says why its cancellation has no refund', () => {
  const { content } = rowOf('en');
  const said = (change: Partial<DocumentRow>) =>
    JSON.stringify(sheetOf(SITE, rowOf('en', { content: { ...content, of: 'R-2026-0420' }, ...change })).blocks);
  expect(said({})).toContain('In place of receipt R-2026-0420, which is cancelled.');
  expect(said({ kind: 'cancellation' })).toContain('Cancels receipt R-2026-0420: another one');
  expect(said({ kind: 'cancellation', refundId: 'x' })).toContain('Cancels credit note R-2026-0420');
});

describe.each(['en', 'fr'] as const)('the model withdrawal form in %s', (locale) => {
  it('is one page with the words of the law and lines to fill in', async () => {
    const { bytes, fileName } = await printer.printWithdrawalForm(locale);
    const pdf = await readPdf(bytes);
    const words = {
      en: [
        'Withdrawal form',
        'To Example Travel, hello@store.example:',
        'I hereby give notice that I withdraw from my contract',
        'Order number',
        'Signature of the consumer (only if this form is sent on paper)',
        'Withdraw from contract here: store.example/withdraw',
      ],
      fr: [
        'Formulaire de rétractation',
        'À l’attention de Example Travel, hello@store.example :',
        'Je vous notifie par la présente ma rétractation',
        'Numéro de commande',
        'Signature du consommateur (uniquement en cas d’envoi sur papier)',
        'Renoncer au contrat ici : store.example/fr/withdraw',
      ],
    }[locale];
    for (const each of words) expect(plain(pdf.text), each).toContain(each);
    expect(fileName).toBe(locale === 'en' ? 'withdrawal-form.pdf' : 'formulaire-retractation.pdf');
    expect(pdf).toMatchObject({ language: locale === 'en' ? 'en-US' : 'fr-FR', isMarked: true, claims: true });
    expect(pdf.pages).toHaveLength(1);
    expect(Buffer.compare(bytes, (await printer.printWithdrawalForm(locale)).bytes)).toBe(0);
  });
});

it('promises no refund by oneself where the merchant offers none', () => {
  const { content } = rowOf('en');
  const said = JSON.stringify(sheetOf(SITE, rowOf('en', { content: { ...content, refundDays: 0 } })).blocks);
  expect(said).not.toContain('while unused');
});
