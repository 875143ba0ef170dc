import { createRequestHandler, RouterContextProvider } from 'react-router';
import * as build from 'virtual:react-router/server-build';
import type { Offer } from '../modules/catalogue/catalogue.ts';
import type { Locale } from '../shared/locale.ts';
import {
  type IdentityConfig,
  identityContext,
  localeContext,
  type Mode,
  modeContext,
  nonceContext,
  reportErrorContext,
  requestIdContext,
  servicesContext,
  type WebServices,
} from './context.ts';
import { type CachedPage, createPageCache } from './page-cache.ts';
import { isPublicPage } from './public-pages.ts';

export type WebOptions = {
  mode: Mode;
  identity: IdentityConfig;
  /** Called for everything that goes wrong while rendering (not for a 404): the app logs it under the request's id. */
  onError: (error: unknown, requestId: string) => void;
};

/** What belongs to one request: the nonce of its Content-Security-Policy, its id in the log, the reader's language. */
export type WebLocals = { nonce: string; requestId: string; locale: Locale };

export type WebHandler = (request: Request, locals: WebLocals) => Promise<Response>;

/**
 * The pages, as a function from request to response. Knows no server: `src/http/app.ts` mounts it last and sets the
 * security headers. Public pages come from a cache of whole documents in which nonce and request id are placeholders.
 */
export function createWebHandler(services: WebServices, options: WebOptions): WebHandler {
  const render = createRequestHandler(build, import.meta.env.MODE);
  const cache = createPageCache();
  // Random for this process, so that no text of a page can be mistaken for one.
  const placeholder = { nonce: `n${crypto.randomUUID()}`, requestId: `r${crypto.randomUUID()}` };

  function contextFor(locals: WebLocals, loggedId = locals.requestId): RouterContextProvider {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(nonceContext, locals.nonce);
    context.set(localeContext, locals.locale);
    context.set(modeContext, options.mode);
    context.set(identityContext, options.identity);
    context.set(requestIdContext, locals.requestId);
    context.set(reportErrorContext, (error) => options.onError(error, loggedId));
    return context;
  }

  async function renderPublic(url: URL, { locale, requestId }: WebLocals): Promise<CachedPage> {
    // A bare request: nothing of the person who happened to come first can get into the page.
    const response = await render(new Request(url), contextFor({ ...placeholder, locale }, requestId));
    return { status: response.status, headers: [...response.headers], html: await response.text() };
  }

  async function cached(request: Request, url: URL, locals: WebLocals): Promise<Response> {
    const version = availability(await services.catalogue.offers());
    const page = await cache.get(`${locals.locale} ${url.pathname}`, version, () => renderPublic(url, locals));
    const html = page.html
      .replaceAll(placeholder.nonce, locals.nonce)
      .replaceAll(placeholder.requestId, locals.requestId);
    return new Response(request.method === 'HEAD' ? null : html, { status: page.status, headers: page.headers });
  }

  return async (request, locals) => {
    const url = new URL(request.url);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const isCached = reads && url.search === '' && isPublicPage(url.pathname);
    // Without a catalogue there is no telling whether a kept page is true: the rendering then shows the error page.
    const answer = isCached ? await cached(request, url, locals).catch(() => undefined) : undefined;
    const response = answer ?? (await render(request, contextFor(locals)));
    const headers = new Headers(response.headers);
    headers.set('Vary', 'Cookie, Accept-Language');
    // `private`: the nonce inside belongs to this answer alone.
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache');
    return new Response(response.body, { status: response.status, headers });
  };
}

/** Changes exactly when a plan becomes available or unavailable. */
function availability(offers: Offer[]): string {
  return offers.flatMap((offer) => offer.plans.filter((plan) => !plan.available).map((plan) => plan.id)).join(' ');
}
