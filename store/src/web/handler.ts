import { createRequestHandler, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router';
import * as build from 'virtual:react-router/server-build';
import type { ContactAnswer } from '../shared/forms/contact.ts';
import type { WithdrawalAnswer } from '../shared/forms/withdrawal.ts';
import type { Locale } from '../shared/locale.ts';
import type { Mode } from '../shared/mode.ts';
import { isOutage } from '../shared/outage.ts';
import { isPublicPath, localeOfAddress } from '../shared/page-address.ts';
import {
  contactContext,
  documentContext,
  type IdentityConfig,
  identityContext,
  localeContext,
  modeContext,
  networkCountryContext,
  nonceContext,
  refusalContext,
  reportErrorContext,
  requestIdContext,
  servicesContext,
  turnContext,
  type WebServices,
  withdrawalContext,
} from './context.ts';
import { publicAddress } from './public-pages.ts';

export type WebOptions = {
  mode: Mode;
  identity: IdentityConfig;
  /** Called for every rendering error (not for a 404): the application logs it under the request's id. */
  onError: (error: unknown, requestId: string) => void;
  /** Resolves when the next page may be rendered; by default at once. */
  nextTurn?: () => Promise<void>;
};

/**
 * Values of one request: the nonce of its Content-Security-Policy, its id in the log, the reader's language. Without a
 * nonce the page is for every reader and contains nothing of the request.
 */
export type WebLocals = {
  nonce?: string;
  requestId: string;
  locale: Locale;
  /** The country from which the request comes; null: not known. */
  networkCountry?: string | null;
  /** The result of a contact form that was sent without script. */
  contact?: ContactAnswer;
  /** The result of a declaration of withdrawal. */
  withdrawal?: WithdrawalAnswer;
};

/** An answer with a complete body. */
type RenderedPage = { status: number; headers: Headers; body: Uint8Array<ArrayBuffer> | null };

/** The pages, independent of the server: `src/http/app.ts` mounts them and sets the security headers. */
export function createPages(services: WebServices, options: WebOptions) {
  const renderRoutes = createRequestHandler(build, import.meta.env.MODE);

  function contextFor(locals: WebLocals): RouterContextProvider {
    const { nonce, requestId, locale, networkCountry, contact, withdrawal } = locals;
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(nonceContext, nonce);
    context.set(localeContext, locale);
    context.set(networkCountryContext, networkCountry ?? null);
    context.set(contactContext, contact);
    context.set(withdrawalContext, withdrawal);
    if (options.nextTurn) context.set(turnContext, options.nextTurn);
    context.set(modeContext, options.mode);
    context.set(identityContext, options.identity);
    context.set(requestIdContext, nonce === undefined ? undefined : requestId);
    context.set(reportErrorContext, (error) => options.onError(error, requestId));
    return context;
  }

  /** The page of a refused request: a minimal rendering of a URL without a route. */
  function refuse(status: 404 | 405, url: URL, context: RouterContextProvider): Promise<Response> {
    context.set(refusalContext, status);
    return renderRoutes(new Request(new URL('/404', url)), context);
  }

  return {
    publicAddress,
    patternOf(pathname: string): string | undefined {
      const matches = decoded(pathname) === null ? null : matchRoutes(ROUTES, pathname);
      if (!matches || matches.at(-1)?.route.id === NOWHERE) return undefined;
      // The language prefix of public pages is not a page of its own.
      return `/${matches.flatMap(({ route: { path = '' } }) => (/^(fr\?)?\/?$/.test(path) ? [] : path.replace('fr?/', ''))).join('/')}`;
    },
    async render(request: Request, locals: WebLocals): Promise<RenderedPage> {
      const url = new URL(request.url);
      const refusal = refusalOf(request.method, url.pathname);
      const context = contextFor(locals);
      const document: { bytes?: Uint8Array<ArrayBuffer> } = {};
      context.set(documentContext, document);
      let outage = false;
      context.set(reportErrorContext, (error) => {
        outage ||= isOutage(error);
        options.onError(error, locals.requestId);
      });
      const response = await (refusal ? refuse(refusal, url, context) : renderRoutes(request, context));
      const isAway = outage && response.status === 500;
      const headers = new Headers(response.headers);
      if (isAway) headers.set('Retry-After', '5');
      if (response.status === 405) headers.set('Allow', 'GET, HEAD');
      // A URL under `/fr` is French for every reader.
      if (localeOfAddress(url.pathname) === undefined) headers.set('Vary', 'Cookie, Accept-Language');
      // `private`: the nonce belongs to this answer only. `no-store`: a cache that ignores our rules keeps no person's page.
      if (!headers.has('Cache-Control'))
        headers.set(
          'Cache-Control',
          isPublicPath(url.pathname.replace(/\.data$/, '')) ? 'private, no-cache' : 'private, no-store',
        );
      // Loader data (`.data`), a redirect or an answer without body has no document.
      const body = document.bytes ?? (response.body && new Uint8Array(await response.arrayBuffer()));
      return { status: isAway ? 503 : response.status, headers, body };
    },
  };
}

/** The last route, which matches every URL without another one. */
const NOWHERE = 'pages/not-found.route';

function routesBelow(parentId: string | undefined): RouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route !== undefined)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: routesBelow(id) }));
}

const ROUTES = routesBelow(undefined);

/**
 * The decoded path; null for an invalid one: broken percent encoding, or line ends, which no route's pattern matches.
 */
function decoded(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname);
    return /[\n\r\u2028\u2029]/.test(path) ? null : path;
  } catch {
    return null;
  }
}

/** The status of a request that is refused before rendering: pages are read-only. */
function refusalOf(method: string, pathname: string): 404 | 405 | undefined {
  if (decoded(pathname) === null) return 404;
  // The router refuses its own data requests itself.
  if (method === 'GET' || method === 'HEAD' || pathname.endsWith('.data')) return undefined;
  return matchRoutes(ROUTES, pathname)?.at(-1)?.route.id === NOWHERE ? 404 : 405;
}
