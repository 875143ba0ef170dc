import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { orderCookieName } from '../shared/order-cookie.ts';
import type { HttpEnv } from './context.ts';

/** The secret with which this browser opens the order, if it has one. */
export function readOrderSecret(c: Context<HttpEnv>, orderId: string): string | null {
  return getCookie(c, orderCookieName(orderId)) ?? null;
}

/** Lets this browser, and no script in it, open the order. Browsers take `Secure` on loopback addresses over http, too. */
export function setOrderCookie(c: Context<HttpEnv>, orderId: string, secret: string, days: number): void {
  setCookie(c, orderCookieName(orderId), secret, {
    httpOnly: true,
    secure: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: Math.min(days, 400) * 86_400,
  });
}
