import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { HttpEnv } from './context.ts';

const nameOf = (orderId: string) => `order_${orderId}`;

/** The secret with which this browser opens the order, if it has one. */
export function readOrderSecret(c: Context<HttpEnv>, orderId: string): string | null {
  return getCookie(c, nameOf(orderId)) ?? null;
}

/** Lets this browser, and no script in it, open the order. Browsers take `Secure` on loopback addresses over http, too. */
export function setOrderCookie(c: Context<HttpEnv>, orderId: string, secret: string, days: number): void {
  setCookie(c, nameOf(orderId), secret, { httpOnly: true, secure: true, sameSite: 'Lax', path: '/', maxAge: Math.min(days, 400) * 86_400 });
}
