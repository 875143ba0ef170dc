import { MESSAGES } from '#src/i18n/i18n.ts';
import type { Locale as Language } from '#src/shared/locale.ts';

/** A page as a crawler reads it: its HTML before any script runs. */
export type CrawledPage = {
  /** Path of the address, without query and hash. */
  path: string;
  status: number;
  html: string;
  language: string | undefined;
  title: string;
  description: string | undefined;
  headings: number;
  canonical: string | undefined;
  /** By `hreflang`. */
  alternates: Record<string, string>;
  /** Paths of links and forms that lead to our own pages, with their queries. */
  links: string[];
  /** Ids on this page that a link can point to. */
  ids: ReadonlySet<string>;
  /** Links with a fragment, such as `/plans#top`. */
  anchors: string[];
  /** External links with their whole tags. */
  outside: { href: string; tag: string }[];
  /** Pictures, icons and fonts of our own. */
  files: string[];
  structuredData: { '@type': string; [property: string]: unknown }[];
  /** Visible texts: between tags, and in attributes. */
  texts: string[];
};

/**
 * Reads every page that can be reached from `start` by links in the HTML. `follows` decides for each path whether to
 * read it.
 */
export async function crawl(url: string, start: string[], follows: (path: string) => boolean): Promise<CrawledPage[]> {
  const known = new Set(start);
  const waiting = [...start];
  const pages: CrawledPage[] = [];
  async function read(): Promise<void> {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const page = readPage(
        path,
        await fetch(url + path, { headers: { accept: 'text/html', 'accept-language': 'en' } }),
      );
      pages.push(await page);
      for (const link of (await page).links) {
        const { pathname } = new URL(link, url);
        if (known.has(pathname) || !follows(pathname)) continue;
        known.add(pathname);
        waiting.push(pathname);
      }
    }
  }
  await read();
  return pages;
}

async function readPage(path: string, answer: Response): Promise<CrawledPage> {
  const html = await answer.text();
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => unescape(found));
  const ids = new Set(all(/\sid="([^"]*)"/g));
  const hrefs = all(/<a\s[^>]*?href="([^"]*)"/g);
  const head = /<head>([\s\S]*?)<\/head>/.exec(html)?.[1] ?? '';
  const alternates = [...head.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/gi)];
  return {
    path,
    status: answer.status,
    html,
    language: /<html lang="(\w+)"/.exec(html)?.[1],
    title: all(/<title>([^<]*)<\/title>/g).join(' + '),
    description: all(/<meta name="description" content="([^"]*)"/g)[0],
    headings: all(/<(h1)[\s>]/g).length,
    canonical: all(/<link rel="canonical" href="([^"]*)"/g)[0],
    alternates: Object.fromEntries(alternates.map(([, language, href]) => [language, href])),
    links: [...hrefs, ...all(/<form\s[^>]*?action="([^"]*)"/g)].filter((href) => /^\/(?!\/)/.test(href)),
    ids,
    anchors: hrefs
      .filter((href) => /^(?:#|\/(?!\/)[^#]*#)/.test(href))
      .map((href) => (href.startsWith('#') ? path + href : href)),
    outside: [...html.matchAll(/<a\s[^>]*?href="(https?:\/\/[^"]*)"[^>]*>/g)].map(([tag, href = '']) => ({
      href: unescape(href),
      tag,
    })),
    files: all(/\s(?:src|href)="(\/(?:assets|flags|maps|og)\/[^"]*|\/[\w-]+\.svg)"/g),
    structuredData: [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
      ([, text = '']) => JSON.parse(text) as CrawledPage['structuredData'][number],
    ),
    texts: textsOf(html),
  };
}

function textsOf(html: string): string[] {
  const shown = html.replace(/<(script|style|svg|noscript)[\s>][\s\S]*?<\/\1>/g, '<>');
  const between = shown.split(/<[^>]*>/).map((text) => unescape(text).trim());
  const inside = [
    ...shown.matchAll(/(?:\s(?:alt|title|placeholder|aria-label)|description" content|:title" content)="([^"]*)"/g),
  ].map(([, text = '']) => unescape(text));
  return [...between, ...inside].filter((text) => text !== '');
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

function unescape(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) => ENTITIES[name]!);
}

/**
 * Sentences that are the same in both languages, so one of them is not translated. Names and lists of names may be the
 * same.
 */
export function untranslated(english: CrawledPage, french: CrawledPage, names: ReadonlySet<string>): string[] {
  const inEnglish = new Set(english.texts);
  const isSentence = (text: string) => text.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length >= 3;
  const isNames = (text: string) => names.has(text) || text.split(', ').every((part) => names.has(part));
  return [...new Set(french.texts)].filter((text) => inEnglish.has(text) && isSentence(text) && !isNames(text));
}

const KEY = new RegExp(`^(?:${Object.keys(MESSAGES.en).join('|')})(?:\\.[a-zA-Z][\\w-]*)+$`);

/** Message keys and empty values in the visible texts. */
export function rawTexts({ texts }: CrawledPage): string[] {
  return texts.filter((text) => KEY.test(text) || /\{\{|\bundefined\b|\bNaN\b|\[object /.test(text));
}

export function languageOf(path: string): Language {
  return /^\/fr(?:\/|$)/.test(path) ? 'fr' : 'en';
}
