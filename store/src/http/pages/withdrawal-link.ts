import { Hono } from 'hono';
import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import { paths } from '../../shared/paths.ts';
import type { HttpEnv } from '../context.ts';
import { limitBody } from '../edge/limit-body.ts';
import { answerPage, type Pages } from './pages.ts';

const BODY_LIMIT = 4 * 1024;

/** In the body of the button with which the owner of the mailbox says that the withdrawal is not theirs. */
const NOT_MINE = 'not-mine';

/**
 * /withdrawals/:token, the link in the mail that confirms a withdrawal. A GET shows a page and changes nothing, because mail
 * scanners open links. A POST carries the withdrawal out, or ends it, without a cookie and without script. The token is all
 * that it needs, so requests of other sites are not refused.
 */
export function createWithdrawalLink(
  { config, withdrawalProof }: Pick<Services, 'config' | 'withdrawalProof'>,
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
    const isMine = !(NOT_MINE in (await c.req.parseBody()));
    if (!(await withdrawalProof.decide(token, isMine))) throw new AppError('not-found');
    const page = new URL(paths.withdrawalLink(token), config.publicUrl);
    return answerPage(c, await pages.render(new Request(page), { nonce, requestId, locale }));
  });
  return app;
}
