import type { Article } from '../../content/types.ts';
import { BRAND } from '../../shared/brand.ts';
import type { Locale } from '../../shared/locale.ts';
import { addressIn } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';
import { escapeXml } from './escape-xml.ts';

/** Feed readers need the newest items only; the page has the rest. */
const MAX_ITEMS = 50;

/** The articles of the blog in one language as RSS 2.0 (rssboard.org/rss-specification), newest first. */
export function writeFeed(feed: {
  publicUrl: string;
  locale: Locale;
  title: string;
  description: string;
  articles: readonly Article[];
}): string {
  const { publicUrl, locale, articles } = feed;
  const absolute = (path: string) => escapeXml(new URL(addressIn(locale, path), publicUrl).href);
  const changed = articles
    .map(({ updated }) => updated)
    .toSorted()
    .at(-1);
  const items = articles.slice(0, MAX_ITEMS).map(({ slug, title, description, date }) => {
    const url = absolute(paths.blogArticle(slug));
    return [
      '<item>',
      `<title>${escapeXml(title)}</title>`,
      `<link>${url}</link>`,
      `<guid isPermaLink="true">${url}</guid>`,
      `<pubDate>${dayOf(date)}</pubDate>`,
      `<description>${escapeXml(description)}</description>`,
      '</item>',
    ].join('');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${escapeXml(`${feed.title} · ${BRAND}`)}</title>`,
    `<link>${absolute(paths.blog())}</link>`,
    `<description>${escapeXml(feed.description)}</description>`,
    `<language>${locale}</language>`,
    `<atom:link href="${absolute(paths.blogFeed())}" rel="self" type="application/rss+xml"/>`,
    ...(changed === undefined ? [] : [`<lastBuildDate>${dayOf(changed)}</lastBuildDate>`]),
    ...items,
    '</channel></rss>',
    '',
  ].join('\n');
}

/** A calendar day in RFC 822 format. */
function dayOf(day: string): string {
  return new Date(`${day}T00:00:00Z`).toUTCString();
}
