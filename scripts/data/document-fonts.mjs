/**
 * Cuts the fonts that documents write names with, where Inter has no glyphs (store/data/fonts/names):
 *   npm install --prefix /tmp/fonts subset-font@2.9.0 @expo-google-fonts/{inter,noto-sans-jp,noto-sans-kr,noto-sans-sc,noto-sans-arabic,noto-sans-hebrew,noto-sans-thai,noto-sans-devanagari,noto-sans-bengali,noto-sans-tamil,noto-sans-georgian,noto-sans-armenian}
 *   NODE_PATH=/tmp/fonts/node_modules node scripts/data/document-fonts.mjs
 *
 * Each character is in the first font of the list that has it, so that Japanese names have Japanese shapes, and no
 * character is kept twice. The files are TTF, compressed with Brotli: half the size, and Node.js opens them in
 * milliseconds.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync, constants } from 'node:zlib';

const require = createRequire(import.meta.url);
const subsetFont = require('subset-font');
const OUT = new URL('../../store/data/fonts/', import.meta.url);
const at = (name, file) => require.resolve(`@expo-google-fonts/${name}/400Regular/${file}_400Regular.ttf`);

/** Script of the file's name → package, file, and the blocks that are kept of it. */
const FONTS = [
  [
    'arabic',
    'noto-sans-arabic',
    'NotoSansArabic',
    [
      [0x600, 0x6ff],
      [0x750, 0x77f],
      [0x8a0, 0x8ff],
      [0xfb50, 0xfdff],
      [0xfe70, 0xfeff],
      [0x200c, 0x200f],
    ],
  ],
  [
    'hebrew',
    'noto-sans-hebrew',
    'NotoSansHebrew',
    [
      [0x590, 0x5ff],
      [0xfb1d, 0xfb4f],
    ],
  ],
  ['thai', 'noto-sans-thai', 'NotoSansThai', [[0xe00, 0xe7f]]],
  [
    'devanagari',
    'noto-sans-devanagari',
    'NotoSansDevanagari',
    [
      [0x900, 0x97f],
      [0xa8e0, 0xa8ff],
      [0x200c, 0x200d],
      [0x25cc, 0x25cc],
    ],
  ],
  [
    'bengali',
    'noto-sans-bengali',
    'NotoSansBengali',
    [
      [0x980, 0x9ff],
      [0x200c, 0x200d],
      [0x25cc, 0x25cc],
    ],
  ],
  [
    'tamil',
    'noto-sans-tamil',
    'NotoSansTamil',
    [
      [0xb80, 0xbff],
      [0x200c, 0x200d],
      [0x25cc, 0x25cc],
    ],
  ],
  [
    'georgian',
    'noto-sans-georgian',
    'NotoSansGeorgian',
    [
      [0x10a0, 0x10ff],
      [0x1c90, 0x1cbf],
      [0x2d00, 0x2d2f],
    ],
  ],
  [
    'armenian',
    'noto-sans-armenian',
    'NotoSansArmenian',
    [
      [0x530, 0x58f],
      [0xfb13, 0xfb17],
    ],
  ],
  [
    'japanese',
    'noto-sans-jp',
    'NotoSansJP',
    [
      [0x3000, 0x30ff],
      [0x31f0, 0x31ff],
      [0x3400, 0x9fff],
      [0xf900, 0xfaff],
      [0xff00, 0xffef],
    ],
  ],
  [
    'korean',
    'noto-sans-kr',
    'NotoSansKR',
    [
      [0x1100, 0x11ff],
      [0x3130, 0x318f],
      [0xac00, 0xd7af],
    ],
  ],
  [
    'chinese',
    'noto-sans-sc',
    'NotoSansSC',
    [
      [0x3100, 0x312f],
      [0x3400, 0x9fff],
      [0xf900, 0xfaff],
      [0x20000, 0x2ffff],
    ],
  ],
];
/** Characters that every font that needs them keeps, because its shaping does. */
const SHARED = new Set([0x200c, 0x200d, 0x200e, 0x200f, 0x25cc]);

mkdirSync(new URL('names/', OUT), { recursive: true });
copyFileSync(at('inter', 'Inter'), new URL('inter-regular.ttf', OUT));

const fontkit = require(
  require.resolve('fontkit', { paths: [new URL('../../node_modules', import.meta.url).pathname] }),
);
const taken = new Set();
for (const [script, name, file, blocks] of FONTS) {
  const source = readFileSync(at(name, file));
  const own = fontkit
    .create(source)
    .characterSet.filter(
      (point) => blocks.some(([from, to]) => point >= from && point <= to) && (SHARED.has(point) || !taken.has(point)),
    );
  for (const point of own) taken.add(point);
  const font = await subsetFont(source, own.map((point) => String.fromCodePoint(point)).join(''), {
    targetFormat: 'truetype',
  });
  const packed = brotliCompressSync(font, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  writeFileSync(new URL(`names/${script}.ttf.br`, OUT), packed);
  console.log(`${script}: ${own.length} characters, ${font.length} bytes, ${packed.length} compressed`);
}
