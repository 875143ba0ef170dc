import path from 'node:path';
import { expect, test } from 'vitest';
import routes from '#src/web/routes.ts';
import { readText, trackedFiles } from './source.ts';

/**
 * A page loads the messages of its areas (`addMessages`); a key of another area would be shown as it is. Names of
 * dialogs count: they are in no text that a visitor of the page sees at first.
 */

const WEB = 'store/src/web';
/** In every browser: the document and what it starts with. */
const EVERYWHERE = [`${WEB}/root.tsx`, `${WEB}/entry.client.tsx`];

const AREAS = trackedFiles('.ts')
  .filter((file) => file.startsWith('store/src/i18n/areas/'))
  .map((file) => path.posix.basename(file, '.ts'));
const KEY = new RegExp(`['"\`](${AREAS.join('|')})\\.[a-z$][\\w.$\\{\\}-]*`, 'gi');

/** Uses that never show, with the reason. */
const NEVER_SHOWN = [
  ['components/chrome/checkout-frame.tsx uses checkout', 'the frame of the checkout alone (`handle.chrome`)'],
  ['components/chrome/page-urls.ts uses blog', 'the name of a picture, not a key'],
  ['use-form.ts uses auth', 'the error of a second password, in forms of accounts'],
].map(([use]) => `${WEB}/${use}`);

type RouteConfigEntry = (typeof routes)[number];

type Module = { static: string[]; lazy: string[]; adds: string[]; uses: string[] };
const modules = new Map<string, Module>();

function moduleOf(file: string): Module {
  const kept = modules.get(file);
  if (kept !== undefined) return kept;
  const text = readText(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const targets = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map((found) => path.posix.join(path.posix.dirname(file), found[1]!.split('?')[0]!));
  const found = {
    static: targets(/^(?:import|export) (?!type )(?:[^;]*? from )?'(\.[^']+)';$/gm),
    lazy: targets(/\bimport\('(\.[^']+)'\)/g),
    adds: [...text.matchAll(/\baddMessages\(\{([^}]*)\}\)/g)].flatMap((call) => call[1]!.match(/\w+/g) ?? []),
    uses: [...text.matchAll(KEY)].map((key) => key[1]!),
  };
  modules.set(file, found);
  return found;
}

/** Keys of areas that are not loaded with the files, their imports, and what they import later. */
function unloaded(roots: readonly string[], before: { files: Set<string>; areas: Set<string> }): string[] {
  const files = new Set(before.files);
  const added: string[] = [];
  const visit = (file: string) => {
    if (files.has(file) || !file.startsWith('store/src/')) return;
    files.add(file);
    added.push(file);
    moduleOf(file).static.forEach(visit);
  };
  roots.forEach(visit);
  const areas = new Set([...before.areas, ...added.flatMap((file) => moduleOf(file).adds)]);
  const own = added.flatMap((file) =>
    [...new Set(moduleOf(file).uses)].filter((area) => !areas.has(area)).map((area) => `${file} uses ${area}`),
  );
  return [
    ...own,
    ...added.flatMap((file) => moduleOf(file).lazy.flatMap((late) => unloaded([late], { files, areas }))),
  ];
}

/** The files of each page: its route and the layouts around it. */
function pagesOf(entries: readonly RouteConfigEntry[], around: readonly string[] = EVERYWHERE): string[][] {
  return entries.flatMap((entry) => {
    const files = [...around, path.posix.join(WEB, entry.file)];
    return entry.children === undefined ? [files] : pagesOf(entry.children, files);
  });
}

test('every page loads the messages that it and its dialogs use', () => {
  const pages = pagesOf(routes);
  expect(pages.length).toBeGreaterThan(30);
  const faults = pages.flatMap((files) =>
    unloaded(files, { files: new Set(), areas: new Set() })
      .filter((use) => !NEVER_SHOWN.includes(use))
      .map((use) => `${files.at(-1)}: ${use}`),
  );
  expect([...new Set(faults)]).toEqual([]);
  // The walk has reached messages on demand, and a dialog of a page.
  for (const file of ['components/phone/phone-step.tsx', 'components/auth/sign-in-dialog.tsx'])
    expect(modules.get(`${WEB}/${file}`)?.uses.length, file).toBeGreaterThan(0);
});
