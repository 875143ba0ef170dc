import type { Article } from '../../content/types.ts';
import type { Services } from '../../services.ts';
import type { Locale } from '../../shared/locale.ts';
import { paths } from '../../shared/paths.ts';
import { addressIn } from '../../shared/page-address.ts';
import { type StoredAnswer, storeAnswer } from '../answers/stored-answer.ts';
import type { CopyHeaders } from '../edge/copies.ts';
import { newApi } from './new-api.ts';
import type { HelpArticleView } from './help-views.ts';
import { help as routes } from './routes/help.ts';

/** The help over HTTP. The texts are fixed at build time, so each answer is serialised once and cached compressed. */
export function createHelpRoutes({ content }: Pick<Services, 'content'>, copies: CopyHeaders) {
  const api = newApi();
  const answers = new Map<Locale, StoredAnswer>();

  api.openapi(routes.list, async (c) => {
    const { locale } = c.req.valid('param');
    const answer =
      answers.get(locale) ??
      storeAnswer(JSON.stringify({ articles: content.written('help', locale).map(present) }), {
        'Content-Type': 'application/json',
        'Cache-Control': 'public, max-age=300',
        ...copies.sameForAll('store'),
      });
    answers.set(locale, answer);
    // The bytes match the schema, which the route's type cannot express.
    return (await answer.respond(c.req.raw)) as never;
  });
  return api;
}

function present(article: Article): HelpArticleView {
  const { slug, locale, topic, title, description, aliases, updated, headings, sections, text } = article;
  return {
    slug,
    locale,
    url: addressIn(locale, paths.helpArticle(slug)),
    topic: topic ?? '',
    title,
    description,
    aliases,
    updated,
    headings: headings.map(({ id, text }) => ({ id, text })),
    html: sections.map(htmlOf).join(''),
    text,
  };
}

function htmlOf({ id, title, blocks }: Article['sections'][number]): string {
  const heading = id === null ? '' : `<h2 id="${id}">${escapeHtml(title ?? '')}</h2>\n`;
  return heading + blocks.map((block) => (block.kind === 'html' ? block.html : '')).join('');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
