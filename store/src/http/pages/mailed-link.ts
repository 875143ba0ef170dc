import type { Context } from 'hono';
import * as z from 'zod';
import type { Services } from '../../services.ts';
import { isUuid } from '../../shared/ids.ts';
import { MAX_LINES } from '../../shared/order-status.ts';
import { paths } from '../../shared/paths.ts';
import type { HttpEnv } from '../context.ts';
import { readOrderSecret, setOrderCookie } from '../cookies/order-cookie.ts';

const lineNumber = z.coerce.number().int().min(1).max(MAX_LINES);

/**
 * GET /orders/:orderId/open?key=…: the mailed link. The secret is exchanged for a cookie and removed from the URL at
 * once. A wrong or expired secret leads to the same page without a cookie, marked `?link=ended` whether there is such an
 * order or not: without other access the page says that the link has ended, and mails a new one. The link is not
 * single-use, so a mail scanner that follows it does no harm. `top-up`: leads on to the page that tops up the eSIM of this
 * line, which only shows what can be added. `receipt`: leads on to the receipt as PDF.
 */
export function openMailedLink(services: Pick<Services, 'orders' | 'config'>) {
  return async (c: Context<HttpEnv>) => {
    const orderId = c.req.param('orderId') ?? '';
    const key = c.req.query('key') ?? '';
    c.header('Referrer-Policy', 'no-referrer');
    c.header('Cache-Control', 'private, no-store');
    const secret = isUuid(orderId)
      ? await services.orders.openMailedLink(orderId, key, readOrderSecret(c, orderId, services.config))
      : null;
    if (secret !== null) setOrderCookie(c, orderId, secret, services.config);
    if (secret === null) return c.redirect(paths.orderLinkEnded(orderId), 303);
    if (c.req.query('receipt') !== undefined) return c.redirect(paths.receiptPdf(orderId), 303);
    if (c.req.query('refund') !== undefined) return c.redirect(paths.refund(orderId), 303);
    const line = lineNumber.safeParse(c.req.query('top-up')).data;
    return c.redirect(line === undefined ? paths.order(orderId) : paths.topUp(orderId, line), 303);
  };
}
