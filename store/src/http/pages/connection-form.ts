import { type Context, Hono } from 'hono';
import type { Services } from '../../services.ts';
import { WANTS } from '../../shared/connection/about.ts';
import { readState, stateQuery } from '../../shared/connection/address.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import { isUuid } from '../../shared/ids.ts';
import { paths } from '../../shared/paths.ts';
import { reportConnection } from '../connection-report.ts';
import type { HttpEnv } from '../context.ts';
import { limitBody } from '../edge/limit-body.ts';
import { isOwnPage, viewerOf } from './own-form.ts';
import { answerPage, type Pages } from './pages.ts';

/** A note of 5,000 characters; a form may encode each as twelve bytes. */
const BODY_LIMIT = 96 * 1024;

/**
 * The form of "No connection?" that opens a ticket: a POST to the page's own address, with or without script. It leads
 * back to the page, which shows the ticket. Access is that of the page, by cookies: so only our own pages may send it.
 */
export function createConnectionForm(services: Services, pages: Pages) {
  const app = new Hono<HttpEnv>();
  app.get('/', async (c) => {
    const { nonce, requestId, locale } = c.var;
    return answerPage(c, await pages.render(c.req.raw, { nonce, requestId, locale }));
  });
  app.use(limitBody({ maxSize: BODY_LIMIT, seconds: services.config.requests.bodySeconds }));
  app.post('/', async (c) => {
    if (!isOwnPage(c, services.config.publicUrl)) throw new AppError('unauthenticated');
    return c.redirect(await report(c, services), 303);
  });
  return app;
}

/** Opens the ticket. Returns the address of the page that follows. */
async function report(c: Context<HttpEnv>, services: Services): Promise<string> {
  const form = await c.req.parseBody();
  const text = (name: string) => {
    const value = form[name];
    return typeof value === 'string' ? value : '';
  };
  const orderId = c.req.param('orderId') ?? '';
  const { account, browserSecret } = await viewerOf(c, services, orderId);
  const found = isUuid(orderId) ? await services.orderPages.view(orderId, { account, browserSecret }) : null;
  if (!found) throw new AppError('not-found');
  const line = Number(text('line') || '1');
  const state = text('state');
  const wants = WANTS.find((each) => each === text('wants')) ?? 'help';
  const here = paths.noConnection(orderId, line, stateQuery(readState(new URLSearchParams(state), Date.now())));
  try {
    const by = { order: found.order, accountId: account?.accountId ?? null };
    await reportConnection(c, services, by, { line, state, wants, note: text('note') });
    return `${here}#ticket`;
  } catch (error) {
    if (codeOf(error) !== 'too-many-requests') throw error;
    return `${here}&problem=too-many#ticket`;
  }
}
