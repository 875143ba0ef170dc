import type { MiddlewareHandler } from 'hono';
import { setCookie } from 'hono/cookie';
import { LOCALE_KEY } from '../../shared/locale.ts';
import { isPublicPath, localeOfAddress, specifiedPath } from '../../shared/page-address.ts';
import { paths } from '../../shared/paths.ts';
import type { HttpEnv } from '../context.ts';

const A_YEAR_IN_SECONDS = 31_536_000;

/**
 * Personal pages and the offline document have one address for all languages: `/fr/auth` leads to `/auth`, with French
 * in the language cookie. A language that the browser has stored itself still wins (specification, 4).
 */
export function redirectToOneAddress({ publicUrl }: { publicUrl: string }): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const locale = localeOfAddress(c.req.path);
    if (locale === undefined || (c.req.method !== 'GET' && c.req.method !== 'HEAD')) return next();
    const path = specifiedPath(c.req.path);
    if (isPublicPath(path) && path !== paths.offline()) return next();
    // Readable by scripts, which write it too.
    setCookie(c, LOCALE_KEY, locale, {
      path: '/',
      maxAge: A_YEAR_IN_SECONDS,
      sameSite: 'Lax',
      secure: publicUrl.startsWith('https:'),
    });
    c.header('Cache-Control', 'private, no-store');
    return c.redirect(path + new URL(c.req.url).search);
  };
}
