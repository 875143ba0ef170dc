import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

const NAME = 'cairn_device';

/** The longest that browsers keep a cookie. */
const DAYS = 400;

/** The secret by which this browser is known again, or a new one for it. */
export function deviceSecretOf(c: Context): string {
  const given = getCookie(c, NAME);
  return given !== undefined && /^[\w-]{43}$/.test(given) ? given : randomBytes(32).toString('base64url');
}

/** Kept from now for another 400 days. It signs nobody in: it only says that this browser was here before. */
export function rememberDevice(c: Context, secret: string): void {
  setCookie(c, NAME, secret, { httpOnly: true, secure: true, sameSite: 'Lax', path: '/', maxAge: DAYS * 86_400 });
}
