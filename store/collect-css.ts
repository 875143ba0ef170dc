import { globSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** An import of style sheets, with its layer. */
const IMPORT = /@import '([^']+)'([^;]*);/g;

/**
 * Lets a style sheet import every CSS file of a folder: a page's CSS stands beside it, and no list names it. A folder's
 * files come by name, before those of its subfolders. What the sheet has imported already is left out, so that a file
 * on which others build can be imported first.
 */
export function collectCss(): Plugin {
  return {
    name: 'collect-css',
    enforce: 'pre',
    transform(code, id) {
      const file = id.split('?')[0]!;
      if (!file.endsWith('.css') || !code.includes('*.css')) return null;
      return { code: expandImports(code, path.dirname(file)), map: null };
    },
  };
}

/** Exported for the rule that every file is collected. */
export function expandImports(code: string, folder: string): string {
  const imported = new Set<string>();
  return code.replaceAll(IMPORT, (_, pattern: string, rest: string) =>
    (pattern.includes('*') ? filesOf(pattern, folder) : [pattern])
      .filter((file) => !imported.has(file) && imported.add(file))
      .map((file) => `@import '${file}'${rest};`)
      .join('\n'),
  );
}

function filesOf(pattern: string, folder: string): string[] {
  const found = globSync(pattern, { cwd: folder }).map((file) => {
    const relative = file.replaceAll('\\', '/');
    return relative.startsWith('.') ? relative : `./${relative}`;
  });
  if (found.length === 0) throw new Error(`no CSS file is ${pattern}, seen from ${folder}`);
  const rank = (file: string) => `${path.dirname(file)}/\0${path.basename(file, '.css')}`;
  return found.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
