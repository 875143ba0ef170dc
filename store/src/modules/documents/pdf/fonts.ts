import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import type PDFDocument from 'pdfkit';

type Pdf = InstanceType<typeof PDFDocument>;

export type Weight = 'regular' | 'medium' | 'bold';

const FOLDER = new URL('../../../../data/fonts/', import.meta.url);

/**
 * The fonts for scripts that Inter has not, in the order in which they are asked (store/data/fonts/SOURCE.md). A pattern
 * says for which characters a file is opened at all: those of East Asia have megabytes.
 */
const NAMES: readonly [font: string, characters: RegExp][] = [
  ['arabic', /[\p{Script=Arabic}\u060c\u061b\u061f\u0640]/u],
  ['hebrew', /\p{Script=Hebrew}/u],
  ['thai', /[\p{Script=Thai}\u0e3f]/u],
  ['devanagari', /[\p{Script=Devanagari}\u0964\u0965]/u],
  ['bengali', /\p{Script=Bengali}/u],
  ['tamil', /\p{Script=Tamil}/u],
  ['georgian', /\p{Script=Georgian}/u],
  ['armenian', /\p{Script=Armenian}/u],
  ['japanese', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u30ff\uff00-\uffef]/u],
  ['korean', /\p{Script=Hangul}/u],
  ['chinese', /[\p{Script=Han}\p{Script=Bopomofo}]/u],
];

const opened = new Map<string, Buffer>();

function contentOf(font: string): Buffer {
  const known = opened.get(font);
  if (known) return known;
  const isOurs = font.startsWith('inter-');
  const file = readFileSync(fileURLToPath(new URL(isOurs ? `${font}.ttf` : `names/${font}.ttf.br`, FOLDER)));
  const content = isOurs ? file : brotliDecompressSync(file);
  opened.set(font, content);
  return content;
}

/** What is asked of a font of pdfkit, which its types leave out. */
type Opened = { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } };

/** Drawn without a glyph of their own: joiners, marks of direction, selectors of emoji. */
const UNSEEN = /^[\p{Cf}\p{Variation_Selector}]$/u;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A piece of text in one font. */
export type Run = { text: string; font: string; isRightToLeft: boolean };

/** The fonts of one PDF. Only the glyphs that it uses are embedded. */
export function createFonts(pdf: Pdf) {
  const registered = new Set<string>();

  function select(font: string): Pdf {
    if (!registered.has(font)) {
      pdf.registerFont(font, contentOf(font));
      registered.add(font);
    }
    return pdf.font(font);
  }

  function has(font: string, cluster: string): boolean {
    const { _font } = select(font) as Pdf & Opened;
    return [...cluster].every(
      (character) => UNSEEN.test(character) || _font.font.hasGlyphForCodePoint(character.codePointAt(0)!),
    );
  }

  const fontOf = (cluster: string, weight: Weight): string | undefined =>
    has(`inter-${weight}`, cluster)
      ? `inter-${weight}`
      : NAMES.find(([font, characters]) => characters.test(cluster) && has(font, cluster))?.[0];

  return {
    use: select,
    /**
     * A text in pieces of one font. A character that no font has is left out when it is a picture, and is a question mark
     * else: never the box of a font.
     */
    runsOf(text: string, weight: Weight): Run[] {
      const runs: Run[] = [];
      for (const { segment } of CLUSTERS.segment(text.normalize('NFC'))) {
        const font = fontOf(segment, weight);
        const shown = font === undefined ? standIn(segment) : segment;
        if (shown === '') continue;
        const run = { text: shown, font: font ?? `inter-${weight}`, isRightToLeft: RIGHT_TO_LEFT.test(shown) };
        const last = runs.at(-1);
        if (last && last.font === run.font && last.isRightToLeft === run.isRightToLeft) last.text += shown;
        else runs.push(run);
      }
      return inVisualOrder(runs);
    },
  };
}

const CLUSTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

const standIn = (cluster: string): string => (/\p{Extended_Pictographic}|^[\p{Cc}\p{Cf}]+$/u.test(cluster) ? '' : '?');

/**
 * The runs from left to right. Between two runs that are read from the right, spaces, digits and signs belong to them, so
 * they change sides together; within a run the font's shaping does it.
 */
function inVisualOrder(runs: readonly Run[]): Run[] {
  const pieces = runs.flatMap((run) =>
    run.isRightToLeft ? run : run.text.split(/(\s+)/).flatMap((text) => (text === '' ? [] : { ...run, text })),
  );
  const ordered: Run[] = [];
  for (let at = 0; at < pieces.length;) {
    let end = at;
    if (pieces[at]!.isRightToLeft)
      for (let next = at; next < pieces.length && !/\p{L}/u.test(leftToRight(pieces[next]!)); next += 1)
        if (pieces[next]!.isRightToLeft || /\p{Nd}/u.test(pieces[next]!.text)) end = next;
    ordered.push(...pieces.slice(at, end + 1).toReversed());
    at = end + 1;
  }
  return ordered;
}

const leftToRight = ({ text, isRightToLeft }: Run): string => (isRightToLeft ? '' : text);
