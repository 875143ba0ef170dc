import type PDFDocument from 'pdfkit';
import { createFonts, type Run, type Weight } from './fonts.ts';

type Pdf = InstanceType<typeof PDFDocument>;

export type Style = { weight: Weight; size: number; colour: string; leading: number; isFigure?: boolean };

/** Writes text in lines of a width, in the fonts that its characters need. */
export function createWriter(pdf: Pdf) {
  const fonts = createFonts(pdf);
  const featuresOf = ({ isFigure }: Style): PDFKit.Mixins.OpenTypeFeatures[] => (isFigure ? ['tnum'] : ['kern']);

  const widthOfRun = ({ text, font }: Run, style: Style): number =>
    fonts
      .use(font)
      .fontSize(style.size)
      .widthOfString(text, { features: featuresOf(style) });
  const widthOf = (text: string, style: Style): number =>
    fonts.runsOf(text, style.weight).reduce((width, run) => width + widthOfRun(run, style), 0);

  return {
    widthOf,
    /** The text in lines that fit: broken at spaces, and within a word that is wider than a line. */
    linesOf: (text: string, width: number, style: Style): string[] =>
      text.split('\n').flatMap((paragraph) => brokenAt(paragraph, (line) => widthOf(line, style) <= width)),
    /** One line, whose baseline is at `y`; at the right end of a width, or from the left. */
    write(line: string, { x, y, right }: { x: number; y: number; right?: number }, style: Style): void {
      let at = right === undefined ? x : right - widthOf(line, style);
      for (const run of fonts.runsOf(line, style.weight)) {
        // Shaping reorders and divides characters of other scripts: a reader copies and speaks what was written.
        const isShaped = !run.font.startsWith('inter-');
        if (isShaped) pdf.markContent('Span', { actual: run.text });
        fonts
          .use(run.font)
          .fontSize(style.size)
          .fillColor(style.colour)
          .text(run.text, at, y, { lineBreak: false, baseline: 'alphabetic', features: featuresOf(style) });
        if (isShaped) pdf.endMarkedContent();
        at += widthOfRun(run, style);
      }
    },
  };
}

export type Writer = ReturnType<typeof createWriter>;

const CLUSTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A paragraph in lines. A space that does not break (U+00A0) stays within its line. */
function brokenAt(paragraph: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(/ +/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const { segment } of CLUSTERS.segment(word)) {
      if (line !== '' && !fits(line + segment)) {
        lines.push(line);
        line = '';
      }
      line += segment;
    }
  }
  return [...lines, line];
}
