import path from 'node:path';
import { expect, test } from 'vitest';
import { expandImports } from '@cairn/store/collect-css.ts';
import { readText, trackedFiles } from './source.ts';

const WEB = 'store/src/web';
const css = trackedFiles('.css').filter((file) => file.startsWith(`${WEB}/`) || file.startsWith('store/src/ui/'));
const entries = css.filter((file) => file === `${WEB}/app.css` || file.startsWith(`${WEB}/sheets/`));

/** The CSS files of a sheet, in its order. */
function filesOf(sheet: string): string[] {
  const folder = path.dirname(sheet);
  const imports = expandImports(readText(sheet), path.resolve(import.meta.dirname, '../..', folder));
  return [...imports.matchAll(/@import '(\.[^']+)'/g)].map(([, file]) => path.posix.join(folder, file!));
}

test('every CSS file of the web and of the kit is in a sheet, and only once', () => {
  expect(entries.length).toBeGreaterThan(10);
  const collected = entries.map((sheet) => [sheet, filesOf(sheet)] as const);
  for (const [sheet, files] of collected) expect(new Set(files).size, sheet).toBe(files.length);
  const known = new Set([...entries, ...collected.flatMap(([, files]) => files), 'store/src/ui/styles/dark.css']);
  expect(css.filter((file) => !known.has(file))).toEqual([]);
});

test('the sheets that routes can name are those that exist', () => {
  const names = [...readText(`${WEB}/sheets.tsx`).matchAll(/^  \| '([a-z]+)'/gm)].map(([, name]) => name!);
  expect(names.toSorted()).toEqual(['base', ...entries.slice(1).map((file) => path.basename(file, '.css'))].toSorted());
});
