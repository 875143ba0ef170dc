import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readText, trackedFiles } from './source.ts';

const WEB = 'store/src/web/';
const files = trackedFiles('.ts', '.tsx').filter((file) => file.startsWith(WEB) && !file.includes('.test.'));

/** What a file imports from the web, including types and lazy chunks, by path in store/src/web. */
const imports = new Map(
  files.map((file) => [
    file.slice(WEB.length),
    [...readText(file).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)]
      .map((found) => path.posix.join(path.posix.dirname(file), found[1]!))
      .flatMap((target) => (target.startsWith(WEB) ? [target.slice(WEB.length)] : [])),
  ]),
);

/** `pages/order/install/qr-panel.tsx` belongs to the area `order`. A file outside of pages belongs to none. */
const areaOf = (file: string) => /^pages\/([a-z-]+)\//.exec(file)?.[1];

const edges = [...imports].flatMap(([from, targets]) => targets.map((to) => [from, to] as const));
const shown = ([from, to]: readonly [string, string]) => `${from} -> ${to}`;

/** The areas whose pages use a file directly or indirectly. Files outside of pages and components count as one area. */
function usersOf(file: string, seen = new Set<string>()): Set<string> {
  const users = new Set<string>();
  for (const [from, to] of edges) {
    if (to !== file || seen.has(from)) continue;
    seen.add(from);
    if (from.startsWith('components/')) for (const user of usersOf(from, seen)) users.add(user);
    else users.add(areaOf(from) ?? 'every page');
  }
  return users;
}

/** From the lowest: what stands before a room does not know it. */
const ROOMS = ['session', 'offline', 'components', 'pages'];
/** The files that put everything together. */
const ON_TOP = new Set(['root.tsx', 'routes.ts', 'handler.ts', 'entry.client.tsx', 'entry.server.tsx']);
const heightOf = (file: string) => (ON_TOP.has(file) ? ROOMS.length : ROOMS.indexOf(file.split('/')[0]!));

describe('the layout of the web (docs/decisions/0042-pages-beside-their-parts.md)', () => {
  test('the pages of an area import no pages of another area', () => {
    const areas = new Set([...imports.keys()].flatMap((file) => areaOf(file) ?? []));
    expect(areas.size).toBeGreaterThan(10);
    expect(edges.filter(([from, to]) => areaOf(to) !== undefined && areaOf(to) !== areaOf(from)).map(shown)).toEqual(
      [],
    );
  });

  test('imports point down: helpers, session, offline, components, pages', () => {
    expect(edges.filter(([from, to]) => heightOf(from) < heightOf(to)).map(shown)).toEqual([]);
  });

  test('what only one area uses is beside its pages: components/ has what several areas or every page use', () => {
    const shared = [...imports.keys()].filter((file) => file.startsWith('components/'));
    expect(shared.length).toBeGreaterThan(10);
    expect(
      shared.flatMap((file) => {
        const users = usersOf(file);
        return users.size > 1 || users.has('every page') ? [] : [`${file}: ${[...users].join()}`];
      }),
    ).toEqual([]);
  });
});
