import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Theme values for places without a style sheet: mails, pictures, the manifest and pages without the site's style
 * sheet.
 */
const USED = [
  'surface-page',
  'surface-card',
  'surface-ink',
  'surface-hover',
  'text-strong',
  'text-body',
  'text-muted',
  'text-link',
  'text-on-ink',
  'border',
  'border-control',
  'action',
  'on-action',
  'accent',
  'warning-text',
  'warning-surface',
  'warning-border',
  'picture-map-dot',
  'picture-map-hit',
  'blue-600',
  'orange-500',
  'neutral-950',
  'neutral-50',
  'r',
  'font',
  'mono',
];
/** The dark values for pages without the site's style sheet. */
const USED_IN_THE_DARK = ['surface-page', 'surface-card', 'text-strong', 'text-body', 'text-link', 'border'];

/** `src/shared/theme-values.ts`: values of tokens.css and dark.css, as a module for server and browser. */
export async function themeFile(store: string): Promise<string> {
  const light = tokensOf(await readFile(path.join(store, 'src/ui/styles/tokens.css'), 'utf8'));
  const dark = new Map([...light, ...tokensOf(await readFile(path.join(store, 'src/ui/styles/dark.css'), 'utf8'))]);
  const write = (values: ReadonlyMap<string, string>, names: readonly string[]) =>
    names
      .map((name) => `  ${/^[a-z]+$/.test(name) ? name : `'${name}'`}: ${quoted(valueOf(values, name))},\n`)
      .join('');
  return [
    '// Written by `npm run gen` from src/ui/styles/tokens.css and dark.css (docs/guides/a-theme.md).\n',
    `export const THEME = {\n${write(light, USED)}} as const;\n\n`,
    `export const DARK_THEME = {\n${write(dark, USED_IN_THE_DARK)}} as const;\n`,
  ].join('');
}

function tokensOf(css: string): Map<string, string> {
  return new Map(
    [...css.matchAll(/^\s+--([a-z0-9-]+):\s*([^;]+);/gm)].map(([, name = '', value = '']) => [name, value]),
  );
}

function valueOf(values: ReadonlyMap<string, string>, name: string): string {
  const value = values.get(name);
  if (value === undefined) throw new Error(`tokens.css has no --${name}`);
  const reference = /^var\(--([a-z0-9-]+)\)$/.exec(value)?.[1];
  if (reference !== undefined) return valueOf(values, reference);
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`.toUpperCase();
  return value.startsWith('#') ? value.toUpperCase() : value;
}

function quoted(value: string): string {
  return value.includes("'") ? `"${value}"` : `'${value}'`;
}
