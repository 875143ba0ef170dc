import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import * as z from 'zod';
import type { Services } from '../../services.ts';
import { authorizedSources, isAuthorizedPage } from '../../shared/authorized-domains.ts';
import type { HttpEnv } from '../context.ts';
import { FRAME_SCRIPT } from './frame-script.ts';
import { GAPI_SCRIPT } from './gapi-script.ts';
import { HANDLER_SCRIPT } from './handler-script.ts';
import { answerWindow } from './page.ts';
import { PROVIDERS } from './routes.ts';

const AN_HOUR = 'public, max-age=3600';

/** What the SDK's `_getRedirectUrl` sends. Scopes and custom parameters are ignored: the provider is asked as by our own pages. */
const handlerQuery = z.object({
  apiKey: z.string(),
  appName: z.string().min(1).max(200),
  authType: z.enum([
    'signInViaPopup',
    'linkViaPopup',
    'reauthViaPopup',
    'signInViaRedirect',
    'linkViaRedirect',
    'reauthViaRedirect',
  ]),
  redirectUrl: z.string().max(4_096),
  providerId: z.string().max(200),
  eventId: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
  /** A tenant. */
  tid: z.literal('').optional(),
});

/**
 * What the stock SDK's `browserPopupRedirectResolver` opens at its `authDomain`, for apps of other origins
 * (docs/identity-wire.md): the window and the frame, and a script in place of Google's. The window is a page before
 * /oauth/start; our own pages go there at once.
 */
export function createStockResolverRoutes({ config }: Pick<Services, 'config'>) {
  const { apiKey, authorizedDomains: domains } = config.identity;
  const pages = { domains, publicUrl: config.publicUrl };
  const app = new Hono<HttpEnv>();

  app.get('/handler', (c) => {
    const { locale } = c.var;
    const query = handlerQuery.safeParse(c.req.query());
    const target = URL.parse(query.data?.redirectUrl ?? '');
    if (!query.success || query.data.apiKey !== apiKey || !target || !isAuthorizedPage(target, pages))
      return answerWindow(c, locale, { words: 'refused', data: {}, script: HANDLER_SCRIPT });
    const { appName, authType, providerId: provider, eventId } = query.data;
    const isOffered = PROVIDERS.some((each) => each === provider);
    const purpose = authType.replace('Redirect', 'Popup');
    return answerWindow(c, locale, {
      words: isOffered ? 'leaving' : 'failed',
      data: {
        request: JSON.stringify({ app: `${apiKey}:${appName}`, authType, redirectUrl: target.href, eventId }),
        start: `/oauth/start?${new URLSearchParams({ provider, purpose, lang: locale })}`,
        fault: isOffered ? '' : 'operation-not-allowed',
      },
      script: HANDLER_SCRIPT,
    });
  });

  const policy = (c: Context<HttpEnv>) =>
    [
      "default-src 'none'",
      `script-src 'nonce-${c.var.nonce}'`,
      "base-uri 'none'",
      "form-action 'none'",
      ['frame-ancestors', ...authorizedSources(pages)].join(' '),
    ].join('; ');
  app.get('/iframe', (c) => {
    // Set for every answer (app.ts); `frame-ancestors` replaces it here.
    c.env.outgoing.removeHeader('X-Frame-Options');
    c.header('Content-Security-Policy', policy(c));
    c.header('Cache-Control', 'private, no-store');
    return c.html(
      html`<!doctype html>
        <html lang="${c.var.locale}">
          <title></title>
          <script nonce="${c.var.nonce}">
            ${FRAME_SCRIPT};
          </script>
        </html>`,
    );
  });

  app.get('/gapi.js', (c) => {
    // A public script, for pages of other origins.
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    c.header('Access-Control-Allow-Origin', '*');
    c.header('Cache-Control', AN_HOUR);
    return c.body(GAPI_SCRIPT, 200, { 'Content-Type': 'text/javascript; charset=utf-8' });
  });
  return app;
}
