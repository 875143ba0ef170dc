import type { Context } from 'hono';
import type { Viewer } from '../../modules/orders/orders.ts';
import type { Services } from '../../services.ts';
import { sessionSecretIn } from '../../shared/session-cookie.ts';
import type { HttpEnv } from '../context.ts';
import { readOrderSecret } from '../cookies/order-cookie.ts';

/** The sender of a form without script, by cookies as for the page that has it: so only our own pages may send it. */
export async function viewerOf(c: Context<HttpEnv>, { config, identity }: Services, orderId: string): Promise<Viewer> {
  const secret = sessionSecretIn(c.req.header('cookie') ?? null, config.publicUrl);
  return {
    account: secret === null ? null : await identity.cookies.holder(secret),
    browserSecret: readOrderSecret(c, orderId, config),
  };
}

/**
 * True for a form of this site: cookies open orders, and another site must not send forms with them (CSRF). Older
 * browsers send the origin only, or `null`, because the page sends no referrer; to them applies `SameSite` of the cookies.
 */
export function isOwnPage(c: Context<HttpEnv>, publicUrl: string): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = c.req.header('origin');
  return origin === undefined || origin === 'null' || origin === new URL(publicUrl).origin;
}
