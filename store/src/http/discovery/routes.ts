import { Hono } from 'hono';
import { translator } from '../../i18n/i18n.ts';
import type { Services } from '../../services.ts';
import { FALLBACK_LOCALE, LOCALES } from '../../shared/locale.ts';
import { addressIn } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';
import { createAnswerCache } from '../answers/answer-cache.ts';
import type { HttpEnv } from '../context.ts';
import type { CopyHeaders } from '../edge/copies.ts';
import { type StoredAnswer, storeAnswer } from '../answers/stored-answer.ts';
import { writeFeed } from './feed.ts';
import { writeLlms } from './llms.ts';
import { servePictures } from './pictures.ts';
import { writeRobots } from './robots.ts';
import { writeSiteMap } from './site-map.ts';

/** Files for crawlers and link previews. Written once per publication of the catalogue, and cached compressed. */
export function createDiscoveryRoutes(
  { catalogue, content, config }: Pick<Services, 'catalogue' | 'content' | 'config'>,
  copies: CopyHeaders,
) {
  const { publicUrl } = config;
  const routes = new Hono<HttpEnv>();
  const cache = createAnswerCache<StoredAnswer>({ maxEntries: 8, maxAgeMs: 3_600_000 });

  function serve(path: string, type: string, write: () => Promise<string>): void {
    routes.get(path, async (c) => {
      const answer = await cache.get(path, await catalogue.version(), async () =>
        storeAnswer(await write(), {
          'Content-Type': type,
          'Cache-Control': 'public, max-age=300',
          ...copies.sameForAll('catalogue'),
        }),
      );
      return answer!.respond(c.req.raw);
    });
  }

  serve(paths.robots(), 'text/plain; charset=utf-8', async () => writeRobots(config));
  serve(paths.siteMap(), 'application/xml; charset=utf-8', async () => {
    const [destinations, publishedAt] = await Promise.all([catalogue.destinations(), catalogue.publishedAt()]);
    const articles = (['help', 'blog'] as const).flatMap((kind) => content.list(kind, FALLBACK_LOCALE));
    return writeSiteMap({ publicUrl, destinations, publishedAt, articles, legalVersions: config.legalVersions });
  });
  serve(paths.llms(), 'text/plain; charset=utf-8', async () =>
    writeLlms({ publicUrl, destinations: await catalogue.destinations() }),
  );
  for (const locale of LOCALES)
    serve(addressIn(locale, paths.blogFeed()), 'application/rss+xml; charset=utf-8', async () => {
      const t = translator(locale);
      const articles = content.written('blog', locale);
      return writeFeed({ publicUrl, locale, title: t('blog.title'), description: t('blog.description'), articles });
    });
  routes.get('/og/:locale/:file', servePictures({ catalogue, content }, copies));
  return routes;
}
