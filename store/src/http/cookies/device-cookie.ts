import type { HttpBindings } from '@hono/node-server';
import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { hostCookieName } from '../../shared/host-cookie.ts';

/** 400 days is the maximum lifetime in browsers. */
const ATTRIBUTES = `Max-Age=${400 * 86_400}; Path=/; HttpOnly; Secure; SameSite=Lax`;

export type DeviceCookie = ReturnType<typeof createDeviceCookie>;

/** The cookie that recognises a browser. It is not a session: it only says that this browser was here before. */
export function createDeviceCookie({ publicUrl }: { publicUrl: string }) {
  const name = hostCookieName('cairn_device', publicUrl);
  const given = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{43})(?:;|$)`);
  return {
    /** The browser's secret, or a new one. `isReturning`: the browser sent it. */
    read(c: Context): { deviceSecret: string; isReturning: boolean } {
      const sent = given.exec(c.req.header('cookie') ?? '')?.[1];
      return { deviceSecret: sent ?? randomBytes(32).toString('base64url'), isReturning: sent !== undefined };
    },
    /** Renews the cookie for another 400 days. */
    remember(outgoing: HttpBindings['outgoing'], secret: string): void {
      outgoing.appendHeader('Set-Cookie', `${name}=${secret}; ${ATTRIBUTES}`);
    },
  };
}
