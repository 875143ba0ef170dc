import { type Context, Hono } from 'hono';
import type { Services } from '../../services.ts';
import { WANTS } from '../../shared/connection/about.ts';
import { phoneOf, readState, stateQuery } from '../../shared/connection/address.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import { isUuid } from '../../shared/ids.ts';
import { paths } from '../../shared/paths.ts';
import { sessionSecretIn } from '../../shared/session-cookie.ts';
import type { HttpEnv } from '../context.ts';
import { readOrderSecret } from '../cookies/order-cookie.ts';
import { limitBody } from '../edge/limit-body.ts';
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
  const account = await accountOf(c, services);
  const found = isUuid(orderId)
    ? await services.orderPages.view(orderId, {
        account,
        browserSecret: readOrderSecret(c, orderId, services.config),
      })
    : null;
  const line = Number(text('line') || '1');
  const esim = found?.order.lines[line - 1]?.esim;
  if (!found || !esim) throw new AppError('not-found');
  const state = readState(new URLSearchParams(text('state')), Date.now());
  const about = await services.connection.about(orderId, line, state.country);
  if (!about) throw new AppError('not-found');
  const here = paths.noConnection(orderId, line, stateQuery(state));
  try {
    await services.reportConnection({
      order: found.order,
      line,
      esim,
      about,
      state,
      phone: state.phone ?? phoneOf(c.req.header('user-agent') ?? ''),
      wants: WANTS.find((each) => each === text('wants')) ?? 'help',
      note: text('note'),
      locale: c.var.locale,
      accountId: account?.accountId ?? null,
      clientAddress: c.var.clientAddress,
    });
    return `${here}#ticket`;
  } catch (error) {
    if (codeOf(error) !== 'too-many-requests') throw error;
    return `${here}&problem=too-many#ticket`;
  }
}

const accountOf = async (c: Context<HttpEnv>, { config, identity }: Services) => {
  const secret = sessionSecretIn(c.req.header('cookie') ?? null, config.publicUrl);
  return secret === null ? null : identity.cookies.holder(secret);
};

/**
 * True for a form of this site: cookies open orders, and another site must not send forms with them (CSRF). Older
 * browsers send the origin only, or `null`, because the page sends no referrer; to them applies `SameSite` of the cookies.
 */
function isOwnPage(c: Context<HttpEnv>, publicUrl: string): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = c.req.header('origin');
  return origin === undefined || origin === 'null' || origin === new URL(publicUrl).origin;
}
