import type { Context } from 'hono';
import type { Services } from '../../services.ts';
import { isUuid } from '../../shared/ids.ts';
import { paths } from '../../shared/paths.ts';
import type { HttpEnv } from '../context.ts';
import { readOrderSecret, setOrderCookie } from '../cookies/order-cookie.ts';

/**
 * GET /orders/:orderId/open?key=…: the mailed link. The secret is exchanged for a cookie and removed from the URL at
 * once. A wrong or expired secret leads to the same page without a cookie, marked `?link=ended` whether there is such an
 * order or not: without other access the page says that the link has ended, and mails a new one. The link is not
 * single-use, so a mail scanner that follows it does no harm.
 */
export function openMailedLink(services: Pick<Services, 'orders' | 'config'>) {
  return async (c: Context<HttpEnv>) => {
    const orderId = c.req.param('orderId') ?? '';
    const key = c.req.query('key') ?? '';
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cache-Control', 'no-store');
    const secret = isUuid(orderId)
      ? await services.orders.openMailedLink(orderId, key, readOrderSecret(c, orderId, services.config))
      : null;
    if (secret !== null) setOrderCookie(c, orderId, secret, services.config);
    return c.redirect(secret === null ? paths.orderLinkEnded(orderId) : paths.order(orderId), 303);
  };
}
