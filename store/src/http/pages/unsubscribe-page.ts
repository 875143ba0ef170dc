import { Hono } from 'hono';
import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import { paths } from '../../shared/paths.ts';
import type { HttpEnv } from '../context.ts';
import { limitBody } from '../edge/limit-body.ts';
import { answerPage, type Pages } from './pages.ts';

/** `List-Unsubscribe=One-Click`, in a form of any encoding. */
const BODY_LIMIT = 4 * 1024;

/** In the body of the button that turns mails on again. */
const UNDO = 'undo';

/**
 * /notices/:token, the link in notices. A GET shows a page and changes nothing, because mail scanners open links. A POST
 * acts at once: that of the page's buttons, and that of a mail reader (RFC 8058), which has no cookie and follows no
 * redirect. The token is all that it needs, so requests of other sites are not refused.
 */
export function createUnsubscribePage(
  { config, noticeChoices }: Pick<Services, 'config' | 'noticeChoices'>,
  pages: Pages,
) {
  const app = new Hono<HttpEnv>();

  app.get('/', async (c) => {
    const { nonce, requestId, locale } = c.var;
    return answerPage(c, await pages.render(c.req.raw, { nonce, requestId, locale }));
  });

  app.use(limitBody({ maxSize: BODY_LIMIT, seconds: config.requests.bodySeconds }));
  app.post('/', async (c) => {
    const { nonce, requestId, locale } = c.var;
    const token = c.req.param('token') ?? '';
    const isUndo = UNDO in (await c.req.parseBody());
    if (!(await noticeChoices.subscribe(token, isUndo))) throw new AppError('not-found');
    const page = new URL(paths.unsubscribe(token), config.publicUrl);
    if (isUndo) page.searchParams.set(UNDO, '');
    return answerPage(c, await pages.render(new Request(page), { nonce, requestId, locale }));
  });
  return app;
}
