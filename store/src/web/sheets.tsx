import { useMatches } from 'react-router';
import baseCss from './app.css?inline';
import baseUrl from './app.css?url';
import accountUrl from './sheets/account.css?url';
import accountCss from './sheets/account.css?inline';
import contactUrl from './sheets/contact.css?url';
import contactCss from './sheets/contact.css?inline';
import blogUrl from './sheets/blog.css?url';
import blogCss from './sheets/blog.css?inline';
import companyUrl from './sheets/company.css?url';
import companyCss from './sheets/company.css?inline';
import coverageUrl from './sheets/coverage.css?url';
import coverageCss from './sheets/coverage.css?inline';
import dataUrl from './sheets/data.css?url';
import dataCss from './sheets/data.css?inline';
import devicesUrl from './sheets/devices.css?url';
import devicesCss from './sheets/devices.css?inline';
import destinationUrl from './sheets/destination.css?url';
import destinationCss from './sheets/destination.css?inline';
import helpUrl from './sheets/help.css?url';
import helpCss from './sheets/help.css?inline';
import homeUrl from './sheets/home.css?url';
import homeCss from './sheets/home.css?inline';
import shopUrl from './sheets/shop.css?url';
import shopCss from './sheets/shop.css?inline';
import textsUrl from './sheets/texts.css?url';
import textsCss from './sheets/texts.css?inline';
import tripUrl from './sheets/trip.css?url';
import tripCss from './sheets/trip.css?inline';
import { useNonce } from './nonce.ts';

/** Every page needs `base`; the others belong to areas. */
const URLS = {
  base: baseUrl,
  account: accountUrl,
  contact: contactUrl,
  blog: blogUrl,
  company: companyUrl,
  coverage: coverageUrl,
  data: dataUrl,
  destination: destinationUrl,
  devices: devicesUrl,
  help: helpUrl,
  home: homeUrl,
  shop: shopUrl,
  texts: textsUrl,
  trip: tripUrl,
} as const;

export type SheetName = keyof typeof URLS;

/** What a route declares about its page, as its `handle`. */
export type PageHandle = { chrome?: 'checkout'; sheets?: readonly SheetName[] };

/** The content of the sheets: only on the server, so that no script contains it. */
const TEXTS: Record<SheetName, string> | undefined = import.meta.env.SSR
  ? {
      base: baseCss,
      account: accountCss,
      contact: contactCss,
      blog: blogCss,
      company: companyCss,
      coverage: coverageCss,
      data: dataCss,
      destination: destinationCss,
      devices: devicesCss,
      help: helpCss,
      home: homeCss,
      shop: shopCss,
      texts: textsCss,
      trip: tripCss,
    }
  : undefined;

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
