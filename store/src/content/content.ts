import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FALLBACK_LOCALE, type Locale } from '../shared/locale.ts';
import { StartupError } from '../shared/startup-error.ts';
import { fillFacts, type Facts } from './fill-facts.ts';
import type { Article, Content, ContentKind } from './types.ts';

/** Written by `scripts/content.ts` with each build. */
const COMPILED = path.join(import.meta.dirname, '../../build/content.json');

/** The texts of `content/`, sorted by their topics' `order`, then newest first. */
export function createContent({
  articles,
  facts,
}: {
  articles: readonly Article[];
  facts: Record<Locale, Facts>;
}): Content {
  const filled = articles.map((article) => fillArticle(article, facts[article.locale]));
  const byAddress = new Map(filled.map((article) => [`${article.locale}/${article.kind}/${article.slug}`, article]));
  const find = (kind: ContentKind, slug: string, locale: Locale): Article | undefined =>
    byAddress.get(`${locale}/${kind}/${slug}`) ?? byAddress.get(`${FALLBACK_LOCALE}/${kind}/${slug}`);

  return {
    list: (kind, locale) =>
      filled
        .filter((article) => article.kind === kind && article.locale === FALLBACK_LOCALE)
        .map((article) => find(kind, article.slug, locale) ?? article),
    written: (kind, locale) => filled.filter((article) => article.kind === kind && article.locale === locale),
    find,
  };
}

/** Loads the compiled texts of the build. Throws a `StartupError` without a build. */
export function loadArticles(file = COMPILED): Article[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Article[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new StartupError('The texts are not built yet: run "npm run build", or "npm start", which does.');
  }
}

function fillArticle(article: Article, facts: Facts): Article {
  return {
    ...article,
    sections: article.sections.map((section) => ({
      ...section,
      summary: section.summary === null ? null : fillFacts(section.summary, facts),
      blocks: section.blocks.map((block) =>
        block.kind === 'html' ? { kind: 'html', html: fillFacts(block.html, facts) } : block,
      ),
    })),
  };
}
