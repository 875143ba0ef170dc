import PDFDocument from 'pdfkit';
import { BRAND_COLOURS, MARK } from '../../../shared/mark.ts';
import { LANGUAGE_TAGS } from '../../../shared/locale.ts';
import { THEME } from '../../../shared/theme-values.ts';
import type { Block, ItemRow, Part, Sheet } from './sheet.ts';
import { createWriter, type Style, type Writer } from './text.ts';

type Pdf = InstanceType<typeof PDFDocument>;
type Element = PDFKit.PDFStructureElement;

/** A4 in points, and the margins of the design at 96 dots an inch. */
const PAGE = { width: 595.28, height: 841.89 };
const LEFT = 57;
const RIGHT = PAGE.width - LEFT;
const WIDTH = RIGHT - LEFT;
const TOP = 57;
const FOOT = PAGE.height - 74;
const LINE = { strong: BRAND_COLOURS.ink.hex, thin: THEME.border, middle: THEME['border-control'] } as const;

const STYLES = {
  label: { weight: 'medium', size: 9, colour: THEME['text-muted'], leading: 14 },
  body: { weight: 'regular', size: 10.5, colour: THEME['text-body'], leading: 15.75 },
  note: { weight: 'regular', size: 9.75, colour: THEME['text-muted'], leading: 14.25 },
  strong: { weight: 'bold', size: 10.5, colour: BRAND_COLOURS.ink.hex, leading: 15.75 },
  figure: { weight: 'regular', size: 10.5, colour: THEME['text-body'], leading: 15.75, isFigure: true },
  quiet: { weight: 'regular', size: 10.5, colour: THEME['text-muted'], leading: 21.75, isFigure: true },
  total: { weight: 'bold', size: 20, colour: BRAND_COLOURS.ink.hex, leading: 26, isFigure: true },
  title: { weight: 'bold', size: 24, colour: BRAND_COLOURS.ink.hex, leading: 28 },
  brand: { weight: 'bold', size: 18, colour: BRAND_COLOURS.ink.hex, leading: 22 },
  heading: { weight: 'bold', size: 12, colour: BRAND_COLOURS.ink.hex, leading: 18 },
  foot: { weight: 'regular', size: 9, colour: THEME['text-muted'], leading: 13 },
} as const satisfies Record<string, Style>;

/** Draws the sheets, each on pages of its own. The same sheets give the same bytes. */
export function drawSheets(sheets: readonly [Sheet, ...Sheet[]], title: string): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    pdfVersion: '1.7',
    // Its types do not know of PDF/UA yet.
    subset: 'PDF/UA' as unknown as PDFKit.Mixins.PDFSubsets,
    tagged: true,
    displayTitle: true,
    lang: LANGUAGE_TAGS[sheets[0].locale],
    bufferPages: true,
    autoFirstPage: false,
    info: { Title: title, CreationDate: new Date(sheets[0].issuedAt) },
  });
  const chunks: Uint8Array[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  pdf.on('end', () => resolve(Buffer.concat(chunks)));
  pdf.on('error', reject);

  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const writer = createWriter(pdf);
  const feet: { first: number; sheet: Sheet }[] = [];
  for (const sheet of sheets) {
    const first = pdf.bufferedPageRange().count;
    const place = newPlace(pdf);
    if (sheets.length > 1) pdf.outline.addItem(sheet.title);
    const section = pdf.struct('Sect', { lang: LANGUAGE_TAGS[sheet.locale] });
    root.add(section);
    for (const block of sheet.blocks) drawBlock({ pdf, writer, section, place }, block);
    section.end();
    feet.push({ first, sheet });
  }
  root.end();
  drawFeet(pdf, writer, feet);
  pdf.end();
  return promise;
}

/** Where the next block begins. */
type Place = ReturnType<typeof newPlace>;

function newPlace(pdf: Pdf) {
  pdf.addPage();
  return {
    y: TOP,
    /** Begins a new page when this height does not fit. */
    need(height: number) {
      if (this.y + height <= FOOT - 16) return;
      pdf.addPage();
      this.y = TOP;
    },
  };
}

type Drawing = { pdf: Pdf; writer: Writer; section: Element; place: Place };

function drawBlock(drawing: Drawing, block: Block): void {
  switch (block.kind) {
    case 'head':
      return drawHead(drawing, block);
    case 'columns':
      return drawColumns(drawing, block);
    case 'items':
      return drawItems(drawing, block);
    case 'totals':
      return drawTotals(drawing, block);
    case 'facts':
      return drawFacts(drawing, block.rows);
    case 'blanks':
      return drawBlanks(drawing, block.labels);
    case 'heading':
      drawing.place.need(60);
      drawing.place.y += 12;
      drawParagraph(drawing, 'H2', block.text, STYLES.heading);
      return;
    case 'text':
      drawParagraph(drawing, 'P', block.text, STYLES.body);
      drawing.place.y += 6;
  }
}

/** Adds an element with content to its parent, in the order in which it is read. */
function tag(pdf: Pdf, parent: Element, name: string, draw: () => void): void {
  const element = pdf.struct(name as 'P');
  parent.add(element);
  element.add(draw);
  element.end();
}

/** An element that holds others. */
function group(pdf: Pdf, parent: Element, name: string, fill: (element: Element) => void): void {
  const element = pdf.struct(name as 'Table');
  parent.add(element);
  fill(element);
  element.end();
}

/** Lines and shapes, which no reader announces. */
function artifact(pdf: Pdf, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  draw();
  pdf.endMarkedContent();
}

const rule = (pdf: Pdf, y: number, colour: string, { from = LEFT, width = 0.75 } = {}) =>
  artifact(pdf, () => void pdf.moveTo(from, y).lineTo(RIGHT, y).lineWidth(width).strokeColor(colour).stroke());

function drawHead(drawing: Drawing, { brand, title, number }: Extract<Block, { kind: 'head' }>): void {
  const { pdf, writer, section, place } = drawing;
  const scale = 24 / MARK.size;
  artifact(pdf, () => {
    pdf
      .save()
      .translate(LEFT - 1, place.y)
      .scale(scale);
    pdf.path(MARK.stones).fill(BRAND_COLOURS.blue.hex);
    pdf.circle(MARK.top.cx, MARK.top.cy, MARK.top.r).fill(BRAND_COLOURS.orange.hex);
    pdf.restore();
  });
  tag(pdf, section, 'P', () => writer.write(brand, { x: LEFT + 30, y: place.y + 18 }, STYLES.brand));
  tag(pdf, section, 'H1', () => writer.write(title, { x: 0, y: place.y + 20, right: RIGHT }, STYLES.title));
  if (number !== null)
    tag(pdf, section, 'P', () => writer.write(number, { x: 0, y: place.y + 43, right: RIGHT }, STYLES.figure));
  artifact(pdf, () => void pdf.rect(LEFT, place.y + 71, WIDTH, 6.75).fill(LINE.strong));
  place.y += 102;
}

function drawColumns({ pdf, writer, section, place }: Drawing, block: Extract<Block, { kind: 'columns' }>): void {
  const gap = 18;
  const shares = block.columns.reduce((sum, { width }) => sum + width, 0);
  const widthOf = (share: number) => ((WIDTH - gap * (block.columns.length - 1)) * share) / shares;
  const columns = block.columns.map(({ width, parts }) =>
    parts.map(({ label, lines }) => ({
      label,
      lines: lines.flatMap((line) => writer.linesOf(line, widthOf(width), STYLES.body)),
    })),
  );
  const height = Math.max(...columns.map(heightOfParts));
  place.need(height + 20);
  if (block.ruled) {
    rule(pdf, place.y, LINE.thin);
    place.y += 16;
  }
  let x = LEFT;
  for (const [at, parts] of columns.entries()) {
    let y = place.y;
    for (const part of parts) y = drawPart({ pdf, writer, section }, part, { x, y }) + PART_GAP;
    x += widthOf(block.columns[at]!.width) + gap;
  }
  place.y += height + 30;
}

const PART_GAP = 7;

const heightOfParts = (parts: readonly Part[]): number =>
  parts.reduce((sum, { lines }) => sum + STYLES.label.leading + lines.length * STYLES.body.leading + PART_GAP, 0);

/** Returns where it ends. */
function drawPart(
  { pdf, writer, section }: Omit<Drawing, 'place'>,
  { label, lines }: Part,
  at: { x: number; y: number },
): number {
  let y = at.y + STYLES.label.size;
  tag(pdf, section, 'P', () => writer.write(label, { x: at.x, y }, STYLES.label));
  y += 6;
  for (const line of lines) {
    y += STYLES.body.leading - (line === lines[0] ? 3 : 0);
    const baseline = y;
    tag(pdf, section, 'P', () => writer.write(line, { x: at.x, y: baseline }, STYLES.body));
  }
  return y + 4;
}

/** The right edge of the quantities. */
const QUANTITY = RIGHT - 112;

function drawItems(drawing: Drawing, { head, rows }: Extract<Block, { kind: 'items' }>): void {
  const { pdf, writer, section, place } = drawing;
  place.need(90);
  group(pdf, section, 'Table', (table) => {
    const baseline = place.y + 9;
    group(pdf, table, 'TR', (row) => {
      cell(pdf, row, 'TH', () => writer.write(head[0], { x: LEFT, y: baseline }, STYLES.label));
      cell(pdf, row, 'TH', () => writer.write(head[1], { x: 0, y: baseline, right: QUANTITY }, STYLES.label));
      cell(pdf, row, 'TH', () => writer.write(head[2], { x: 0, y: baseline, right: RIGHT }, STYLES.label));
    });
    place.y += 16;
    rule(pdf, place.y, LINE.middle);
    for (const row of rows) drawItem(drawing, table, row);
  });
  place.y += 18;
}

/** Whose head a cell is, which the types of pdfkit leave out. */
const headOf = (scope: 'Column' | 'Row') => ({ scope }) as PDFKit.Mixins.StructureElementOptions;

function cell(pdf: Pdf, row: Element, name: 'TH' | 'TD', draw: () => void): void {
  const element = pdf.struct(name, name === 'TH' ? headOf('Column') : {});
  row.add(element);
  element.add(draw);
  element.end();
}

function drawItem({ pdf, writer, place }: Drawing, table: Element, { title, notes, quantity, price }: ItemRow): void {
  const width = QUANTITY - LEFT - 60;
  const titles = writer.linesOf(title, width, STYLES.strong);
  const below = notes.flatMap((note) => writer.linesOf(note, width + 40, STYLES.note));
  const height = titles.length * STYLES.strong.leading + below.length * STYLES.note.leading + 18;
  place.need(height);
  group(pdf, table, 'TR', (row) => {
    const first = place.y + 21;
    cell(pdf, row, 'TD', () => {
      titles.forEach((line, at) =>
        writer.write(line, { x: LEFT, y: first + at * STYLES.strong.leading }, STYLES.strong),
      );
      const from = first + (titles.length - 1) * STYLES.strong.leading;
      below.forEach((line, at) =>
        writer.write(line, { x: LEFT, y: from + (at + 1) * STYLES.note.leading }, STYLES.note),
      );
    });
    cell(pdf, row, 'TD', () => writer.write(quantity, { x: 0, y: first, right: QUANTITY }, STYLES.figure));
    cell(pdf, row, 'TD', () => writer.write(price, { x: 0, y: first, right: RIGHT }, STYLES.figure));
  });
  place.y += height;
  rule(pdf, place.y, LINE.thin);
}

function drawTotals({ pdf, writer, section, place }: Drawing, block: Extract<Block, { kind: 'totals' }>): void {
  const from = LEFT + 244;
  place.need(60 + block.inside.length * 22);
  place.y += 8;
  const baseline = place.y + 22;
  const row = (name: string, label: string, value: string, y: number, styles: [Style, Style]) =>
    group(pdf, section, name, (part) => {
      tag(pdf, part, 'Span', () => writer.write(label, { x: from, y }, styles[0]));
      tag(pdf, part, 'Span', () => writer.write(value, { x: 0, y, right: RIGHT }, styles[1]));
    });
  row('P', block.label, block.value, baseline, [STYLES.strong, STYLES.total]);
  place.y += 38;
  if (block.inside.length > 0) rule(pdf, place.y, LINE.thin, { from });
  for (const { label, value } of block.inside) {
    place.y += STYLES.quiet.leading;
    row('P', label, value, place.y - 3, [STYLES.quiet, STYLES.quiet]);
  }
  place.y += 34;
}

function drawParagraph({ pdf, writer, section, place }: Drawing, name: string, text: string, style: Style): void {
  const lines = writer.linesOf(text, WIDTH, style);
  place.need(Math.min(lines.length, 3) * style.leading);
  for (const part of inPages(lines, place, style.leading))
    tag(pdf, section, name, () => {
      for (const line of part) {
        place.y += style.leading;
        writer.write(line, { x: LEFT, y: place.y - style.leading / 3 }, style);
      }
    });
}

/** The lines in parts that fit on the pages on which they begin. */
function* inPages(lines: readonly string[], place: Place, leading: number): Generator<readonly string[]> {
  for (let at = 0; at < lines.length;) {
    place.need(leading);
    const fit = Math.max(1, Math.floor((FOOT - 16 - place.y) / leading));
    yield lines.slice(at, at + fit);
    at += fit;
  }
}

function drawFacts({ pdf, writer, section, place }: Drawing, rows: Extract<Block, { kind: 'facts' }>['rows']): void {
  const answerAt = LEFT + 130;
  group(pdf, section, 'Table', (table) => {
    for (const { term, answer, text } of rows) {
      const answers = writer.linesOf(answer, RIGHT - answerAt, STYLES.strong);
      const below = text === '' ? [] : writer.linesOf(text, RIGHT - answerAt, STYLES.note);
      const terms = writer.linesOf(term, 118, STYLES.body);
      const beside = answers.length * STYLES.strong.leading + below.length * STYLES.note.leading;
      const height = Math.max(beside, terms.length * STYLES.body.leading) + 10;
      place.need(height);
      rule(pdf, place.y, LINE.thin);
      const first = place.y + 16;
      group(pdf, table, 'TR', (row) => {
        const element = pdf.struct('TH', headOf('Row'));
        row.add(element);
        element.add(() =>
          terms.forEach((line, at) =>
            writer.write(line, { x: LEFT, y: first + at * STYLES.body.leading }, STYLES.body),
          ),
        );
        element.end();
        cell(pdf, row, 'TD', () => {
          answers.forEach((line, at) =>
            writer.write(line, { x: answerAt, y: first + at * STYLES.strong.leading }, STYLES.strong),
          );
          const from = first + (answers.length - 1) * STYLES.strong.leading;
          below.forEach((line, at) =>
            writer.write(line, { x: answerAt, y: from + (at + 1) * STYLES.note.leading }, STYLES.note),
          );
        });
      });
      place.y += height;
    }
  });
  rule(pdf, place.y, LINE.thin);
  place.y += 20;
}

function drawBlanks({ pdf, writer, section, place }: Drawing, labels: readonly string[]): void {
  for (const label of labels) {
    const lines = writer.linesOf(label, WIDTH, STYLES.body);
    place.need(lines.length * STYLES.body.leading + 40);
    tag(pdf, section, 'P', () => {
      for (const line of lines) {
        place.y += STYLES.body.leading;
        writer.write(line, { x: LEFT, y: place.y - 4 }, STYLES.body);
      }
    });
    place.y += 26;
    rule(pdf, place.y, LINE.middle);
    place.y += 12;
  }
}

/** The bottom line of every page, once the number of pages is known. */
function drawFeet(pdf: Pdf, writer: Writer, feet: readonly { first: number; sheet: Sheet }[]): void {
  const { count } = pdf.bufferedPageRange();
  for (const [at, { first, sheet }] of feet.entries()) {
    const end = feet[at + 1]?.first ?? count;
    for (let page = first; page < end; page += 1) {
      pdf.switchToPage(page);
      const words = sheet.pageOf
        .replace('{{page}}', String(page - first + 1))
        .replace('{{pages}}', String(end - first));
      pdf.markContent('Artifact', { type: 'Pagination' });
      pdf.moveTo(LEFT, FOOT).lineTo(RIGHT, FOOT).lineWidth(0.75).strokeColor(LINE.thin).stroke();
      writer.write(sheet.foot, { x: LEFT, y: FOOT + 25 }, STYLES.foot);
      writer.write(words, { x: 0, y: FOOT + 25, right: RIGHT }, STYLES.foot);
      pdf.endMarkedContent();
    }
  }
}
