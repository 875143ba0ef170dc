import { Hono } from 'hono';
import type { Config } from '../../config/config.ts';
import { AppError } from '../../shared/errors.ts';
import type { HttpEnv } from '../context.ts';
import { limitBody } from '../edge/limit-body.ts';
import { answerPage, type Pages } from './pages.ts';

/** A form of two buttons, or `List-Unsubscribe=One-Click` in any encoding. */
const BODY_LIMIT = 4 * 1024;

/** Does what the form asks for, and returns the path of the page that shows it; null: the token is wrong or over. */
type Act = (token: string, form: Readonly<Record<string, unknown>>) => Promise<string | null>;

/**
 * The page of a mailed link, `/…/:token`. A GET shows it and changes nothing, because mail scanners open links. A POST acts,
 * without a cookie and without script. The token is all that it needs, so requests of other sites are not refused.
 */
export function createTokenLinkPage({ config }: { config: Config }, pages: Pages, act: Act) {
  const app = new Hono<HttpEnv>();

  app.get('/', async (c) => {
    const { nonce, requestId, locale } = c.var;
    return answerPage(c, await pages.render(c.req.raw, { nonce, requestId, locale }));
  });

  app.use(limitBody({ maxSize: BODY_LIMIT, seconds: config.requests.bodySeconds }));
  app.post('/', async (c) => {
    const { nonce, requestId, locale } = c.var;
    const shown = await act(c.req.param('token') ?? '', await c.req.parseBody());
    if (shown === null) throw new AppError('not-found');
    const page = new Request(new URL(shown, config.publicUrl));
    return answerPage(c, await pages.render(page, { nonce, requestId, locale }));
  });
  return app;
}
