import { BRAND } from '../shared/brand.ts';
import { existsSync, readdirSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { serveStatic } from '@hono/node-server/serve-static';
import { getConnInfo } from '@hono/node-server/conninfo';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import type { Services } from '../services.ts';
import { AppError } from '../shared/errors.ts';
import { uuidv7 } from '../shared/ids.ts';
import { isLoopback } from '../shared/loopback.ts';
import { modeFacts } from '../shared/mode.ts';
import { paths } from '../shared/paths.ts';
import { createAccountRoutes } from './api/account.ts';
import { createAutoTopUpRoutes } from './api/auto-top-ups.ts';
import { createCatalogueRoutes } from './api/catalogue.ts';
import { createHelpRoutes } from './api/help.ts';
import { withCurrencies } from './api/new-api.ts';
import { createDeviceRoutes } from './api/devices.ts';
import { createHostedAccountRoutes } from './api/hosted-account.ts';
import { createOfferRoutes } from './api/offers.ts';
import { createPhoneRoutes } from './api/phone.ts';
import { createProofRoutes } from './api/proof.ts';
import type { OpenStreams } from './api/open-streams.ts';
import { createConnectionRoutes } from './api/connection.ts';
import { createCardRoutes } from './api/cards.ts';
import { createDocumentRoutes } from './api/documents.ts';
import { createNoticeRoutes } from './api/notices.ts';
import { createOrderRoutes } from './api/orders.ts';
import { createRefundRoutes } from './api/refunds.ts';
import { createTopUpRoutes } from './api/top-ups.ts';
import { createPasskeyRoutes } from './api/passkeys.ts';
import { createPushRoutes } from './api/push.ts';
import { createSessionRoutes } from './api/session.ts';
import { createTicketRoutes } from './api/tickets.ts';
import { createSearchRoutes } from './api/search.ts';
import { clientAddressOf } from './edge/client-address.ts';
import { type CopyHeaders, createCopyHeaders } from './edge/copies.ts';
import { languageOf } from './edge/language.ts';
import { compress } from './answers/compress.ts';
import type { HttpEnv } from './context.ts';
import { createDiscoveryRoutes } from './discovery/routes.ts';
import { serveCoverageMap } from './maps/coverage-map.ts';
import { serveTripMap } from './maps/trip-map.ts';
import { answerError } from './errors.ts';
import { health, type Phase, readiness } from './health.ts';
import { createIdentityToolkit, createJwksHandler } from './identity-toolkit/identity-toolkit.ts';
import { createKeptAnswers, type KeptAnswers } from './answers/kept-answers.ts';
import { redirectToOneAddress } from './edge/language-redirect.ts';
import { limitBody } from './edge/limit-body.ts';
import { openMailedLink } from './pages/mailed-link.ts';
import { createManifestRoute } from './offline/manifest.ts';
import { createOauthRoutes } from './oauth/routes.ts';
import { createStockResolverRoutes } from './oauth/stock-resolver.ts';
import { createOfflineRoutes, type OfflineFiles } from './offline/offline.ts';
import { answerPage, type Pages } from './pages/pages.ts';
import { servePhoto } from './pages/photos.ts';
import { servePublicPages } from './answers/public-pages.ts';
import { networkCountryOf } from './edge/network-country.ts';
import { createRouteOf } from './edge/route-of.ts';
import { createSandboxPage } from './pages/sandbox-page.ts';
import { createAutoTopUpPage } from './pages/auto-top-up-page.ts';
import { createDocumentFiles } from './pages/document-files.ts';
import { createConnectionForm } from './pages/connection-form.ts';
import { CONTACT_ADDRESSES, createContactForm } from './pages/contact-form.ts';
import { createPhoneForm } from './pages/phone-form.ts';
import { createContentSecurityPolicy, createSecurityHeaders, newNonce } from './edge/security-headers.ts';
import { createRefundForm } from './pages/refund-form.ts';
import { createTopUpForm } from './pages/top-up-form.ts';
import { createUnsubscribePage } from './pages/unsubscribe-page.ts';
import { createWithdrawalForm, WITHDRAWAL_ADDRESSES } from './pages/withdrawal-form.ts';
import { createWithdrawalLink } from './pages/withdrawal-link.ts';
import { createMailWebhook } from './webhooks/mail.ts';
import { createPaymentWebhook } from './webhooks/payments.ts';
import { createSmsWebhook } from './webhooks/sms.ts';
import { createWholesalerWebhook } from './webhooks/wholesalers.ts';
import type { Uploads } from './edge/uploads.ts';

type Ports = {
  services: Services;
  log: Logger;
  pages: Pages;
  streams: OpenStreams;
  uploads: Uploads;
  clientFiles: string;
  /** The built offline document and service worker; undefined in development. */
  offlineFiles: OfflineFiles | undefined;
  phase: () => Phase;
};

const API_BODY_LIMIT = 16 * 1024;
/** Paths with a secret, which no log has. */
const WITH_TOKEN = /^(\/notices\/|\/auto-top-up\/|\/withdrawals\/).+/;

/** Paths that do not exist when Google's identity service stores the accounts. */
const OF_OUR_IDENTITY_SERVICE = [
  '/identity/*',
  '/oauth/*',
  '/__/auth/*',
  '/.well-known/jwks.json',
  '/api/passkeys/*',
  '/api/phone-countries',
  '/api/session',
  '/api/account/photo',
  '/api/account/sign-out-everywhere',
];

/**
 * All routes of the process in their order, and `serveKept`, which runs before them: it answers requests from memory,
 * or returns false. `routeOf` names the route of a path.
 */
export function createApp(ports: Ports) {
  const { services, log, pages, clientFiles, phase } = ports;
  const { config } = services;
  const policy = createContentSecurityPolicy(config.identity.hosted);
  const securityHeaders = createSecurityHeaders({
    https: config.publicUrl.startsWith('https:'),
    unlisted: modeFacts(config.mode).isRehearsal,
    policy: config.dev ? undefined : policy,
  });
  const goesToPublicName = toPublicName(config.publicUrl);
  const copies = createCopyHeaders(config);
  const kept = createKeptAnswers({
    catalogue: services.catalogue,
    // Without inline scripts or styles: cached pages have a policy of their own.
    securityHeaders: securityHeaders(),
    mayServe: ({ headers }) => !goesToPublicName(headers),
    namesRequests: config.cdn === undefined,
    onAnswered: (answered) => log.info(answered, 'request'),
  });
  services.payments.methods.onChange(() => kept.forget());
  const app = new OpenAPIHono<HttpEnv>();

  app.use(everyRequest({ services, log, kept, securityHeaders }));
  app.onError((error, c) => answerError(c, error));
  const identityToolkit = addIdentity(app, ports);
  app.get('/healthz', health);
  app.get('/readyz', readiness(services, phase));

  app.use(async (c, next) => {
    if (c.req.method !== 'GET' || !goesToPublicName(c.env.incoming.headers)) return next();
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(new URL(config.publicUrl).origin + pathname + search, 307);
  });
  app.use(redirectToOneAddress(config));
  addPublicAnswers(app, ports, { policy, copies });
  app.use(compress);
  app.route('/oauth', createOauthRoutes(services));
  app.route('/__/auth', createStockResolverRoutes(services));
  addWebhooks(app, ports);
  if (config.sandboxes) app.get(paths.sandbox(), createSandboxPage(services));

  addApi(app, ports, copies);
  app.get('/orders/:orderId/open', openMailedLink(services));
  app.get('/photos/:file', servePhoto(services));
  app.route('/', createDocumentFiles(services, copies));
  addFiles(app, clientFiles);
  addForms(app, ports);
  app.all('*', async (c) => {
    const allowed = methodsOf(app, c.req.path);
    if (allowed.length > 0) {
      c.header('Allow', allowed.join(', '));
      throw new AppError('method-not-allowed');
    }
    if (c.req.path.startsWith('/api/')) throw new AppError('not-found');
    const { nonce, requestId, locale } = c.var;
    const networkCountry = c.var.networkCountry();
    return answerPage(c, await pages.render(c.req.raw, { nonce, requestId, locale, networkCountry }));
  });
  return {
    fetch: app.fetch,
    serveKept: kept.serve,
    routeOf: createRouteOf(app, { pages, identityCalls: identityToolkit.calls }),
  };
}

/** What every request passes first: its id, language and address, the security headers of its answer, its log line. */
function everyRequest({
  services,
  log,
  kept,
  securityHeaders,
}: {
  services: Services;
  log: Logger;
  kept: KeptAnswers;
  securityHeaders: ReturnType<typeof createSecurityHeaders>;
}): MiddlewareHandler<HttpEnv> {
  const { config } = services;
  return async (c, next) => {
    const requestId = uuidv7();
    c.set('requestId', requestId);
    c.set('nonce', newNonce());
    c.set('processLog', log);
    c.set('mode', config.mode);
    c.set('kept', kept);
    const header = (name: string) => c.req.header(name);
    const { locale, source } = languageOf(c.req.path, {
      locale: header('x-locale'),
      cookie: header('cookie'),
      acceptLanguage: header('accept-language'),
    });
    c.set('locale', locale);
    c.set('languageSource', source);
    const socketAddress = getConnInfo(c).remote.address;
    const clientAddress = clientAddressOf(socketAddress, header('x-forwarded-for'), config.trustedProxies);
    c.set('clientAddress', clientAddress);
    c.set('networkCountry', () => networkCountryOf({ socketAddress, clientAddress, header }, services));
    // Set on Node's response before any route, so that no answer lacks them. Headers of a route take precedence.
    const { outgoing } = c.env;
    for (const [name, value] of securityHeaders(c.get('nonce'))) outgoing.setHeader(name, value);
    outgoing.setHeader('X-Request-Id', requestId);
    // What no route has decided about is kept nowhere.
    outgoing.setHeader('Cache-Control', 'private, no-store');
    const started = performance.now();
    await next();
    if (config.cdn && mayBeKept(c.res.headers)) {
      // A copy has nothing of one request: no id, and no nonce that other pages would share.
      outgoing.removeHeader('X-Request-Id');
      for (const [name, value] of securityHeaders()) outgoing.setHeader(name, value);
    }
    const { method } = c.req;
    const path = c.req.path.replace(WITH_TOKEN, '$1…');
    const ms = Math.round(performance.now() - started);
    log.info({ requestId, method, path, status: c.res.status, ms }, 'request');
  };
}

/** True for an answer that a cache in front of the store may keep. */
const mayBeKept = (headers: Headers) =>
  headers.has('CDN-Cache-Control') || /\bpublic\b/.test(headers.get('Cache-Control') ?? '');

/** Pages whose buttons work without script: links of mails, and what a buyer does about an eSIM. */
function addForms(app: OpenAPIHono<HttpEnv>, { services, pages }: Ports) {
  const contactForm = createContactForm(services, pages);
  for (const address of CONTACT_ADDRESSES) app.route(address, contactForm);
  const withdrawalForm = createWithdrawalForm(services, pages);
  for (const address of WITHDRAWAL_ADDRESSES) app.route(address, withdrawalForm);
  app.route('/notices/:token', createUnsubscribePage(services, pages));
  app.route('/withdrawals/:token', createWithdrawalLink(services, pages));
  app.route('/auto-top-up/:token', createAutoTopUpPage(services, pages));
  app.route('/orders/:orderId/connection', createConnectionForm(services, pages));
  app.route('/orders/:orderId/phone', createPhoneForm(services, pages));
  app.route('/orders/:orderId/top-up', createTopUpForm(services, pages));
  app.route('/orders/:orderId/refund', createRefundForm(services, pages));
}

/** What vendors send, each to an address of its own. */
function addWebhooks(app: OpenAPIHono<HttpEnv>, { services, uploads }: Ports) {
  for (const name of services.payments.providers.names())
    app.route(`/webhooks/${name}`, createPaymentWebhook(services, name));
  for (const { name, capabilities } of services.wholesalers.all())
    if (capabilities.sendsHints) app.route(`/webhooks/${name}`, createWholesalerWebhook(services, name));
  app.route('/webhooks/mail', createMailWebhook(services, uploads));
  app.route('/webhooks/sms', createSmsWebhook(services));
}

/** The identity service. Outside compression: tokens and keys hardly shrink, and it would slow down every sign-in. */
function addIdentity(app: OpenAPIHono<HttpEnv>, { services, log }: Ports) {
  const { config } = services;
  if (config.identity.hosted)
    for (const path of OF_OUR_IDENTITY_SERVICE)
      app.use(path, () => {
        throw new AppError('not-found');
      });
  const identityToolkit = createIdentityToolkit({
    config,
    hostedCaptcha: config.recaptcha,
    identity: services.identity,
    phone: services.phone,
    flows: services.identityFlows,
    idp: services,
    log,
  });
  app.route('/identity', identityToolkit);
  app.get('/.well-known/jwks.json', createJwksHandler(services));
  return identityToolkit;
}

/** Answers without a person in them, kept compressed: so they stand outside compression. */
function addPublicAnswers(
  app: OpenAPIHono<HttpEnv>,
  { services, pages, offlineFiles }: Ports,
  { policy, copies }: { policy: ReturnType<typeof createContentSecurityPolicy>; copies: CopyHeaders },
): void {
  const { config } = services;
  app.use(
    servePublicPages({
      pages,
      services,
      origin: config.publicUrl,
      copies,
      policyFor: config.dev ? undefined : policy,
    }),
  );
  app.route('/', createDiscoveryRoutes(services, copies));
  app.route('/', createManifestRoute(copies));
  if (offlineFiles) app.route('/', createOfflineRoutes({ files: offlineFiles, worker: config.serviceWorker, copies }));
  app.route('/', createCatalogueRoutes(services, copies));
  app.get('/maps/coverage/:file', serveCoverageMap(services, copies));
  app.get('/maps/trip.svg', serveTripMap(services, copies));
}

/** The store's own API, for its pages. */
function addApi(app: OpenAPIHono<HttpEnv>, { services, streams, uploads }: Ports, copies: CopyHeaders): void {
  const { config } = services;
  app.use('/api/*', async (c, next) => {
    c.header('Cache-Control', 'private, no-store');
    // Cookies open orders, so a page of another site must not act with them (CSRF, ASVS 3.5.1).
    if (c.req.header('sec-fetch-site') === 'cross-site' && c.req.method !== 'GET')
      throw new AppError('unauthenticated');
    await next();
  });
  const limitedBody = limitBody<HttpEnv>({ maxSize: API_BODY_LIMIT, seconds: config.requests.bodySeconds });
  // The photo handler reads its body after authentication; a ticket may be larger.
  const OWN_LIMITS: readonly string[] = [paths.api.accountPhoto(), paths.api.tickets()];
  const hasOwnLimit = (path: string) => OWN_LIMITS.includes(path) || /^\/api\/orders\/.*\/connection$/.test(path);
  app.use('/api/*', (c, next) => (hasOwnLimit(c.req.path) ? next() : limitedBody(c, next)));
  app.route('/api', createOrderRoutes(services, streams));
  app.route('/api', createConnectionRoutes(services));
  app.route('/api', createCardRoutes(services));
  app.route('/api', createDocumentRoutes(services));
  app.route('/api', createTopUpRoutes(services));
  app.route('/api', createRefundRoutes(services));
  app.route('/api', createNoticeRoutes(services));
  app.route('/api', createAutoTopUpRoutes(services));
  app.route('/api', createAccountRoutes(services, uploads));
  app.route('/api', createPhoneRoutes(services));
  if (config.identity.hosted) app.route('/api', createHostedAccountRoutes(services));
  app.route('/api', createProofRoutes(services));
  app.route('/api', createPasskeyRoutes(services));
  app.route('/api', createSessionRoutes(services));
  app.route('/api', createOfferRoutes(services, copies));
  app.route('/api', createSearchRoutes(services, copies));
  app.route('/api', createHelpRoutes(services, copies));
  app.route('/api', createDeviceRoutes(services, copies));
  app.route('/api', createTicketRoutes(services));
  app.route('/api', createPushRoutes(services));
  app.get('/api/openapi.json', (c) => {
    const described = app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: BRAND, version: '1' } });
    return c.json(withCurrencies(described, config.currencies));
  });
}

/** The built files of the site. */
function addFiles(app: OpenAPIHono<HttpEnv>, clientFiles: string): void {
  app.use(
    '/assets/*',
    serveStatic({
      root: clientFiles,
      precompressed: true,
      onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  );
  const publicFiles = serveStatic({
    root: clientFiles,
    precompressed: true,
    onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=86400'),
  });
  // Registered by name, because every page would otherwise first look for a file of its path on the disk.
  for (const name of topLevelOf(clientFiles)) app.use(name, publicFiles);
}

/** Path patterns of the files and folders in a folder; empty in development, where Vite serves them. */
function topLevelOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.map((entry) => (entry.isDirectory() ? `/${entry.name}/*` : `/${entry.name}`));
}

/** The methods that have a route at this path; none for pages and unknown paths. */
function methodsOf(app: OpenAPIHono<HttpEnv>, path: string): string[] {
  const has = (method: string) => app.router.match(method, path)[0].some(([[, route]]) => route.method === method);
  const methods = ['GET', 'POST', 'PUT', 'DELETE'].filter(has);
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

/**
 * On one machine, `localhost` and `127.0.0.1` are the same server but have separate cookies. So a browser that uses the
 * other name is redirected to the one in links and return URLs. Public host names are left to the proxy.
 */
function toPublicName(publicUrl: string): (headers: IncomingHttpHeaders) => boolean {
  const own = new URL(publicUrl);
  if (!isLoopback(own.hostname)) return () => false;
  return ({ host, 'sec-fetch-mode': mode }) => {
    if (mode !== 'navigate' || host === undefined || host === own.host) return false;
    const asked = URL.parse(`http://${host}`);
    return asked !== null && isLoopback(asked.hostname) && asked.port === own.port;
  };
}
