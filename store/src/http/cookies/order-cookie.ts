import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import type { Config } from '../../config/config.ts';
import { orderCookieName, orderSecretIn } from '../../shared/order-cookie.ts';
import type { HttpEnv } from '../context.ts';

/** The secret in this browser's cookie for the order, if present. */
export function readOrderSecret(c: Context<HttpEnv>, orderId: string, { publicUrl }: Config): string | null {
  return orderSecretIn(c.req.header('cookie') ?? null, orderId, publicUrl);
}

/**
 * Sets the cookie that opens the order in this browser; scripts cannot read it. Browsers accept `Secure` on loopback
 * addresses over http, too.
 */
export function setOrderCookie(
  c: Context<HttpEnv>,
  orderId: string,
  secret: string,
  { publicUrl, orderAccess }: Config,
): void {
  setCookie(c, orderCookieName(orderId, publicUrl), secret, {
    httpOnly: true,
    secure: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: Math.min(orderAccess.accessDays, 400) * 86_400,
  });
}
