import { createRequestHandler, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router';
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
  refusalContext,
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

  /** The page that says no: a bare rendering of the address that leads nowhere. */
  function refuse(status: 404 | 405, url: URL, locals: WebLocals): Promise<Response> {
    const context = contextFor(locals);
    context.set(refusalContext, status);
    return render(new Request(new URL('/404', url)), context);
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
    const refusal = answer ? undefined : refusalOf(request.method, url.pathname);
    const response = answer ?? (await (refusal ? refuse(refusal, url, locals) : render(request, contextFor(locals))));
    const headers = new Headers(response.headers);
    if (response.status === 405) headers.set('Allow', 'GET, HEAD');
    headers.set('Vary', 'Cookie, Accept-Language');
    // `private`: the nonce inside belongs to this answer alone.
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache');
    return new Response(response.body, { status: response.status, headers });
  };
}

/** The last of the routes: it takes every address that no other takes. */
const NOWHERE = 'routes/not-found';

function routesBelow(parentId: string | undefined): RouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: routesBelow(id) }));
}

const ROUTES = routesBelow(undefined);

/** What a path says; null when it says nothing: broken percent signs, or line ends, which no route's pattern takes. */
function decoded(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname);
    return /[\n\r\u2028\u2029]/.test(path) ? null : path;
  } catch {
    return null;
  }
}

/** Whether a request is refused before it is rendered: pages are only read. */
function refusalOf(method: string, pathname: string): 404 | 405 | undefined {
  if (decoded(pathname) === null) return 404;
  // Requests of the router for data of a page: it refuses by itself.
  if (method === 'GET' || method === 'HEAD' || pathname.endsWith('.data')) return undefined;
  return matchRoutes(ROUTES, pathname)?.at(-1)?.route.id === NOWHERE ? 404 : 405;
}

/** Changes exactly when a plan becomes available or unavailable. */
function availability(offers: Offer[]): string {
  return offers.flatMap((offer) => offer.plans.filter((plan) => !plan.available).map((plan) => plan.id)).join(' ');
}
