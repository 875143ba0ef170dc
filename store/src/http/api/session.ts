import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import type { HttpEnv } from '../context.ts';
import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import { sessionCookieName, sessionSecretIn } from '../../shared/session-cookie.ts';
import { bearerOf } from './caller.ts';
import { newApi } from './new-api.ts';
import { describeRoute, failures } from './routes/describe.ts';

const tags = ['session'];

const routes = {
  sync: describeRoute({
    method: 'post',
    path: '/session',
    tags,
    summary: 'Token sync: a cookie for the session of the Bearer token, which must be at most 300 seconds old',
    responses: { 204: { description: 'The cookie is set.' }, ...failures },
  }),
  end: describeRoute({
    method: 'delete',
    path: '/session',
    tags,
    summary: 'Token sync after a sign-out: revokes and removes the cookie',
    responses: { 204: { description: 'Done, with or without a cookie.' }, ...failures },
  }),
};

/**
 * Token sync of the identity SDK (specification, section 7). The cookie only allows reads: the server renders the
 * owner's order page without waiting for the SDK. Only GET accepts it, so another site cannot act with it (CSRF).
 */
export function createSessionRoutes(services: Services) {
  const { config, identity, identityFlows } = services;
  const api = newApi();
  const keep = (c: Context<HttpEnv>, value: string, maxAge: number) =>
    setCookie(c, sessionCookieName(config.publicUrl), value, {
      httpOnly: true,
      secure: true,
      // Not `Strict`: a link in a mail opens an order page.
      sameSite: 'Lax',
      path: '/',
      maxAge,
    });
  const heldBy = (c: Context<HttpEnv>) => sessionSecretIn(c.req.header('cookie') ?? null, config.publicUrl);

  api.openapi(routes.sync, async (c) => {
    const token = bearerOf(c.req.header('authorization')) ?? '';
    keep(c, await identityFlows.syncToken(token, heldBy(c)), identity.cookies.seconds);
    return c.body(null, 204);
  });

  api.openapi(routes.end, async (c) => {
    // A page on another host of the domain must not be able to sign the user out.
    if (c.req.header('sec-fetch-site') === 'same-site') throw new AppError('unauthenticated');
    const held = heldBy(c);
    if (held !== null) {
      await identity.cookies.end(held);
      keep(c, '', 0);
    }
    return c.body(null, 204);
  });

  return api;
}
