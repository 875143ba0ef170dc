import { useMatches } from 'react-router';
import baseCss from './app.css?inline';
import baseUrl from './app.css?url';
import { useNonce } from './nonce.ts';

/** The sheets of areas (`sheets/`); every page needs `base` (`app.css`). Each collects the CSS beside its pages. */
export type SheetName =
  | 'base'
  | 'account'
  | 'blog'
  | 'company'
  | 'contact'
  | 'coverage'
  | 'data'
  | 'destination'
  | 'devices'
  | 'help'
  | 'home'
  | 'shop'
  | 'texts'
  | 'trip'
  | 'withdraw';

const URLS = byName(
  baseUrl,
  import.meta.glob<string>('./sheets/*.css', { query: '?url', import: 'default', eager: true }),
);

/** What a route declares about its page, as its `handle`. */
export type PageHandle = { chrome?: 'checkout'; sheets?: readonly SheetName[] };

/** The content of the sheets: only on the server, so that no script contains it. */
const TEXTS = import.meta.env.SSR
  ? byName(baseCss, import.meta.glob<string>('./sheets/*.css', { query: '?inline', import: 'default', eager: true }))
  : undefined;

function byName(base: string, areas: Record<string, string>): Record<string, string> {
  return Object.fromEntries([
    ['base', base],
    ...Object.entries(areas).map(([file, value]) => [file.slice('./sheets/'.length, -'.css'.length), value]),
  ]);
}

/** The names of the sheets in this document, which React writes on its element. */
const IN_DOCUMENT: ReadonlySet<string> = new Set(
  import.meta.env.SSR
    ? Object.keys(URLS)
    : document.querySelector(`style[data-precedence=sheets]`)?.getAttribute('data-href')?.split(' '),
);

/**
 * A style sheet. Those of the first page are inlined in its document, which halves its first paint; one for another
 * area is loaded before that page is shown. React keeps each once, and in order.
 */
export function Sheet({ name }: { name: SheetName }) {
  const nonce = useNonce();
  return IN_DOCUMENT.has(name) ? (
    <style href={name} precedence="sheets" nonce={nonce}>
      {TEXTS?.[name] ?? ''}
    </style>
  ) : (
    <link rel="stylesheet" href={URLS[name]} precedence="sheets" />
  );
}

/** The handles of the current routes. */
export function usePageHandles(): PageHandle[] {
  return useMatches().map(({ handle }) => (handle as PageHandle | undefined) ?? {});
}

/** The sheets of the current page's areas, without duplicates. */
export function useSheets(): SheetName[] {
  return [...new Set(usePageHandles().flatMap(({ sheets }) => sheets ?? []))];
}
