import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { hostCookieName } from '../../shared/host-cookie.ts';

export type ProofCookie = ReturnType<typeof createProofCookie>;

/** The cookie that carries a solved challenge from our page to the protected call. The server accepts it once. */
export function createProofCookie({ publicUrl }: { publicUrl: string }) {
  const name = hostCookieName('cairn_proof', publicUrl);
  return {
    read: (c: Context): string | null => getCookie(c, name) ?? null,
    set(c: Context, solved: string, seconds: number): void {
      setCookie(c, name, solved, {
        httpOnly: true,
        secure: true,
        sameSite: 'Strict',
        path: '/',
        maxAge: seconds,
      });
    },
  };
}
