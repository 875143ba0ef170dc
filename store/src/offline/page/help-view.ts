import { createHelpSearch, type HelpDocument } from '../../search/help-search.ts';
import { FALLBACK_LOCALE, type Locale, LOCALES } from '../../shared/locale.ts';
import { specifiedPath } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';
import { h, icon, ICONS } from './dom.ts';
import type { Words } from './words.ts';

/** An article of `GET /api/help/<language>`; `html` is from our own compiler (content/). */
type SavedArticle = HelpDocument & { topic: string; html: string };

/** Set by scripts/build-offline.ts: the topics of the help in display order. Its other messages are not needed here. */
declare const __TOPICS__: Record<Locale, readonly { id: string; title: string }[]>;

/** The help in every language from the service worker's cache; empty where it is missing. */
export async function savedHelp(): Promise<SavedArticle[]> {
  const answers = LOCALES.map(async (locale) => {
    const answer = await caches.match(paths.api.help(locale));
    return answer ? ((await answer.json()) as { articles: SavedArticle[] }).articles : [];
  });
  return Promise.all(answers).then(
    (all) => all.flat(),
    () => [],
  );
}

/** A search over the cached help; the articles open in place. `asked` is the URL that could not be reached. */
export function helpSection(words: Words, articles: readonly SavedArticle[], asked: string): HTMLElement {
  const { t, locale } = words;
  const list = h('div', { class: 'off-articles' });
  const count = h('p', { class: 'small muted', role: 'status' });
  // Created with the first letter typed.
  let search: ReturnType<typeof createHelpSearch<SavedArticle>> | undefined;
  const own = inLanguage(articles, locale);
  const open = (slug: string) => {
    input.value = '';
    showAll();
    const article = list.querySelector<HTMLDetailsElement>(`details[data-slug="${CSS.escape(slug)}"]`);
    if (!article) return false;
    article.open = true;
    article.scrollIntoView();
    article.querySelector('summary')?.focus();
    return true;
  };
  const views = (found: readonly SavedArticle[]) => found.map((each) => articleView(each, open));
  const showAll = () => list.replaceChildren(...topicViews(own, locale, views));

  function find() {
    const query = input.value.trim();
    if (query === '') {
      count.textContent = '';
      return showAll();
    }
    search ??= createHelpSearch(articles);
    const found = search.find(query, { locale }).map(({ document }) => document);
    count.textContent = found.length === 0 ? t('help.none') : t('help.found', { count: found.length });
    list.replaceChildren(...views(found));
  }

  const input = h('input', { type: 'search', id: 'help-query', autocomplete: 'off', onInput: find });
  showAll();
  const slug = helpSlugOf(asked);
  if (slug !== undefined) queueMicrotask(() => open(slug));
  return h(
    'section',
    { class: 'off-help' },
    h('h2', { class: 'h-sec' }, t('help.title')),
    ...(articles.length === 0
      ? [h('p', { class: 'muted' }, t('help.missing'))]
      : [
          h(
            'div',
            { class: 'field' },
            h('label', { for: 'help-query' }, t('help.label')),
            h('div', { class: 'input' }, input),
          ),
          count,
          list,
        ]),
  );
}

/** The articles of a language, and those that it lacks in the language of last resort. */
const inLanguage = (articles: readonly SavedArticle[], locale: Locale): SavedArticle[] =>
  articles.filter(
    ({ slug, locale: of }) =>
      of === locale ||
      (of === FALLBACK_LOCALE && !articles.some((other) => other.slug === slug && other.locale === locale)),
  );

/** The articles below the headings of their topics. */
const topicViews = (
  articles: readonly SavedArticle[],
  locale: Locale,
  views: (found: readonly SavedArticle[]) => HTMLElement[],
): HTMLElement[] =>
  __TOPICS__[locale].map(({ id, title }) =>
    h('section', {}, h('h3', { class: 'h-card' }, title), ...views(articles.filter(({ topic }) => topic === id))),
  );

function articleView(article: SavedArticle, open: (slug: string) => boolean): HTMLElement {
  const body = h('div', { class: 'prose', lang: article.locale });
  const details = h(
    'details',
    {
      'data-slug': article.slug,
      onToggle: () => {
        if (details.open && body.childElementCount === 0) body.append(fromCompiler(article.html));
      },
      onClick: (event) => {
        const link = (event.target as Element).closest('a[href]');
        const slug = link && helpSlugOf(link.getAttribute('href') ?? '');
        if (slug && open(slug)) event.preventDefault();
      },
    },
    h('summary', {}, h('span', {}, article.title), icon(ICONS.more, 18)),
    body,
  );
  return details;
}

/** The only place that turns a string into markup: the help from our own compiler, fetched from our own origin. */
function fromCompiler(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}

function helpSlugOf(address: string): string | undefined {
  return /^\/help\/([a-z0-9-]+)/.exec(specifiedPath(address))?.[1];
}
