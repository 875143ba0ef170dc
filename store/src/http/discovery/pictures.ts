import type { Context } from 'hono';
import { formatMoney } from '../../i18n/format.ts';
import { translator } from '../../i18n/i18n.ts';
import type { Services } from '../../services.ts';
import { BRAND } from '../../shared/brand.ts';
import { AppError } from '../../shared/errors.ts';
import { createSlots } from '../../shared/slots.ts';
import { isLocale, type Locale } from '../../shared/locale.ts';
import { createAnswerCache } from '../answers/answer-cache.ts';
import type { HttpEnv } from '../context.ts';
import type { CopyHeaders } from '../edge/copies.ts';
import { type StoredAnswer, storeAnswer } from '../answers/stored-answer.ts';
import type { PictureFiles, PictureWords } from './draw-picture.ts';

/** Prefix of an article's slug. */
const ARTICLE = 'blog.';
/** About 100 KB each. */
const MAX_KEPT = 200;
/** Pictures that wait to be drawn, each for some 200 ms; beyond that the answer is 503. */
const MAX_WAITING = 20;
const A_DAY_MS = 86_400_000;
const HEADERS = { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400' };

/**
 * GET /og/:locale/:file: the preview picture of a destination, an article (`blog.` and its slug), or `_shop` for all
 * other pages. Drawn on demand, one at a time, and again after a publication.
 */
export function servePictures({ catalogue, content }: Pick<Services, 'catalogue' | 'content'>, copies: CopyHeaders) {
  const cache = createAnswerCache<StoredAnswer>({ maxEntries: MAX_KEPT, maxAgeMs: A_DAY_MS });
  const inSlot = createSlots(1, MAX_WAITING);

  /** What to draw; undefined for an unknown destination. */
  async function planPicture(locale: Locale, name: string): Promise<[PictureWords, PictureFiles] | undefined> {
    const t = translator(locale);
    if (name === '_shop')
      return [
        { title: t('home.title'), line: t('plans.regionCount', { count: 190 }), brand: BRAND },
        { maps: ['world'] },
      ];
    if (name.startsWith(ARTICLE)) return planArticle(locale, name.slice(ARTICLE.length));
    const destination = await catalogue.destinationBySlug(name);
    if (destination === null) return undefined;
    const title = t('plans.offer.title', { name: destination.name[locale] });
    const { from, flag, slug, countries } = destination;
    const facts = [
      from === null ? t('api.picture.none') : t('api.picture.from', { price: formatMoney(from, locale) }),
      ...(countries > 1 ? [t('api.picture.countries', { count: countries })] : []),
    ];
    return [
      { title, line: facts.join(' · '), brand: BRAND },
      { flag, maps: [slug, 'world'] },
    ];
  }

  function planArticle(locale: Locale, slug: string): [PictureWords, PictureFiles] | undefined {
    const t = translator(locale);
    const article = content.find('blog', slug, locale);
    if (article === undefined) return undefined;
    const line = `${t('blog.short')} · ${t('blog.minutes', { count: article.minutes })}`;
    return [
      { title: article.title, line, brand: BRAND },
      { maps: [...(article.place === null ? [] : [article.place]), 'world'] },
    ];
  }

  async function draw(words: PictureWords, files: PictureFiles): Promise<StoredAnswer> {
    // Imported on first use, because most processes never draw one.
    const drawn = await inSlot(async () => (await import('./draw-picture.ts')).drawPicture(words, files));
    return storeAnswer(drawn, { ...HEADERS, ...copies.sameForAll('catalogue') });
  }

  return async (c: Context<HttpEnv>) => {
    const locale = c.req.param('locale');
    const name = /^(_shop|(?:blog\.)?[a-z0-9-]{1,100})\.png$/.exec(c.req.param('file') ?? '')?.[1];
    if (!isLocale(locale) || name === undefined) throw new AppError('not-found');
    const answer = await cache.get(`${locale} ${name}`, await catalogue.version(), async () => {
      const plan = await planPicture(locale, name);
      return plan && draw(...plan);
    });
    if (answer === undefined) throw new AppError('not-found');
    return answer.respond(c.req.raw);
  };
}
