import type { HttpBindings } from '@hono/node-server';
import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';

const NAME = 'cairn_device';
const GIVEN = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{43})(?:;|$)`);

/** 400 days are the longest that browsers keep a cookie. */
const ATTRIBUTES = `Max-Age=${400 * 86_400}; Path=/; HttpOnly; Secure; SameSite=Lax`;

/** The secret by which this browser is known again, or a new one for it. `isReturning`: the browser sent it itself. */
export function deviceOf(c: Context): { deviceSecret: string; isReturning: boolean } {
  const given = GIVEN.exec(c.req.header('cookie') ?? '')?.[1];
  return { deviceSecret: given ?? randomBytes(32).toString('base64url'), isReturning: given !== undefined };
}

/** Kept from now for another 400 days. It signs nobody in: it only says that this browser was here before. */
export function rememberDevice(outgoing: HttpBindings['outgoing'], secret: string): void {
  outgoing.appendHeader('Set-Cookie', `${NAME}=${secret}; ${ATTRIBUTES}`);
}
