import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

type Tree = { role?: string; children?: Tree[] };

/** A PDF as a reader has it: its text, its tags, its title and language, its fonts. */
export async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, at) => pdf.getPage(at + 1)));
  const texts = await Promise.all(
    pages.map(async (page) =>
      (await page.getTextContent()).items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? item.str : [])),
    ),
  );
  const { info, metadata } = await pdf.getMetadata();
  const source = Buffer.from(bytes).toString('latin1');
  return {
    pages: texts.map((pieces) => pieces.join(' ')),
    text: texts.flat().join(' '),
    tags: [
      ...new Set(
        (await Promise.all(pages.map((page) => page.getStructTree()))).flatMap((tree) => rolesOf(tree as Tree)),
      ),
    ],
    title: (info as { Title?: string }).Title,
    language: (info as { Language?: string | null }).Language,
    // A map, which its types do not know.
    isMarked: new Map<string, boolean>((await pdf.getMarkInfo()) as never).get('Marked') === true,
    claims: metadata?.getRaw().includes('pdfuaid:part') === true,
    /** Subsets that are in the file, such as `Inter-Regular`. A font that is not embedded has no file. */
    fonts: [
      ...new Set(Array.from(source.matchAll(/\/FontName \/[A-Z]{6}\+([\w-]+)/g), ([, name]) => name!)),
    ].toSorted(),
    embedded: source.match(/\/FontFile[23]? /g)?.length ?? 0,
    /** The darkness of each pixel of a page, from 0 to 255. */
    async pixels(page = 0, scale = 2) {
      const viewport = pages[page]!.getViewport({ scale });
      const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
      // Of the library that pdfjs draws with in Node.js; its types are those of a browser.
      const canvasContext = canvas.getContext('2d') as never;
      await pages[page]!.render({ canvas: null, canvasContext, viewport }).promise;
      const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const at = (x: number, y: number) => 255 - data[4 * (Math.round(y) * width + Math.round(x)) + 1]!;
      return { width, height, at };
    },
    /** Where a piece of text begins on a page, in pixels of this scale from the top left: its baseline. */
    async placeOf(piece: string, page = 0, scale = 2) {
      const item = (await pages[page]!.getTextContent()).items.find(
        (each) => 'str' in each && each.str.startsWith(piece),
      );
      if (!item || !('str' in item)) throw new Error(`the page has no "${piece}"`);
      const viewport = pages[page]!.getViewport({ scale });
      const [x, y] = viewport.convertToViewportPoint(item.transform[4] as number, item.transform[5] as number);
      return { x: x!, y: y!, width: item.width * scale, height: item.height * scale };
    },
  };
}

const rolesOf = ({ role, children = [] }: Tree): string[] => [
  ...(role === undefined ? [] : [role]),
  ...children.flatMap(rolesOf),
];
