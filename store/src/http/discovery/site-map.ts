import type { Article } from '../../content/types.ts';
import type { Destination } from '../../modules/catalogue/catalogue.ts';
import { LEGAL_NAMES, type LegalVersions, versionsOf } from '../../shared/legal.ts';
import { eachLocale, FALLBACK_LOCALE, LOCALES } from '../../shared/locale.ts';
import { addressIn } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';
import { PUBLIC_PATHS } from '../../shared/public-paths.ts';
import { escapeXml } from './escape-xml.ts';

/** A site map may have 50,000 URLs (sitemaps.org); each page has one per language. */
const MAX_PAGES = Math.floor(50_000 / LOCALES.length);

/**
 * Every public page in every language with links to the others, in the format of sitemaps.org and Google's
 * `xhtml:link`.
 */
export function writeSiteMap(site: {
  publicUrl: string;
  destinations: readonly Pick<Destination, 'kind' | 'slug'>[];
  publishedAt: Date | null;
  /** Texts with pages of their own, in one language. */
  articles: readonly Pick<Article, 'kind' | 'slug' | 'updated'>[];
  /** The versions of the legal texts in force; newer ones are not listed. */
  legalVersions?: LegalVersions;
}): string {
  const published = site.publishedAt?.toISOString();
  const waiting = waitingVersions(site.legalVersions);
  // The last change of each page: a text has its own date, the others have the catalogue's.
  const pages = new Map([
    ...[
      ...PUBLIC_PATHS.filter((path) => !waiting.has(path)),
      ...site.destinations.map((each) => paths.offer(each)),
    ].map((path) => [path, published] as const),
    ...site.articles.map(({ kind, slug, updated }) => [`/${kind}/${slug}`, updated] as const),
  ]);
  const entries = [...pages].slice(0, MAX_PAGES).flatMap(([path, changedAt]) => {
    const changed = changedAt === undefined ? '' : `<lastmod>${changedAt}</lastmod>`;
    const urls = eachLocale((locale) => escapeXml(new URL(addressIn(locale, path), site.publicUrl).href));
    const others = [...Object.entries(urls), ['x-default', urls[FALLBACK_LOCALE]]].map(
      ([language, url]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${url}"/>`,
    );
    return Object.values(urls).map((url) => `<url><loc>${url}</loc>${changed}${others.join('')}</url>`);
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

/** The addresses of legal texts that wait for their review. */
function waitingVersions(inForce: LegalVersions | undefined): ReadonlySet<string> {
  const waiting = LEGAL_NAMES.flatMap((name) =>
    versionsOf(name)
      .filter((version) => version > (inForce?.[name] ?? version))
      .map((version) => paths.legal(name, version)),
  );
  return new Set(waiting);
}
