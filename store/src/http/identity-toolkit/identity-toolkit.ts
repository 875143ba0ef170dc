import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { cors } from 'hono/cors';
import { isAuthorizedOrigin } from '../../shared/authorized-domains.ts';
import type { IdentityModule } from '../../modules/identity/identity.ts';
import { codeOf } from '../../shared/errors.ts';
import { matchLocale } from '../../shared/locale.ts';
import { createDeviceCookie, type DeviceCookie } from '../cookies/device-cookie.ts';
import { createProofCookie, type ProofCookie } from '../cookies/proof-cookie.ts';
import { deviceNameOf } from '../edge/device-name.ts';
import { limitBody } from '../edge/limit-body.ts';
import { createAccountCalls } from './account-calls.ts';
import type { Call, Endpoint, ToolkitPorts } from './call.ts';
import { createCodeCalls } from './code-calls.ts';
import { createFactorCalls } from './factor-calls.ts';
import { signInWithIdp } from './idp.ts';
import { createPhoneCalls } from './phone-calls.ts';
import { MAX_BODY, parseForm, parseJson, type Fields } from './requests.ts';
import { createSettingsCalls } from './settings-calls.ts';
import { createSignInCalls } from './sign-in-calls.ts';
import { errorBody, toWireError, WireError } from './wire-error.ts';

/** Set by the application before these routes run. */
type Env = { Bindings: HttpBindings; Variables: { clientAddress: string } };
type Log = { error(fields: object, message: string): void };

/** Headers that the stock SDK sends (reference, section 1). */
const ALLOWED_HEADERS = [
  'Content-Type',
  'Authorization',
  'X-Client-Version',
  'X-Firebase-Locale',
  'X-Firebase-gmpid',
  'X-Firebase-Client',
  'X-Firebase-AppCheck',
  // Other clients of the wire send the key in this header.
  'X-Goog-Api-Key',
];

/** Method and path of every implemented call; the reference's section 3 describes input and output. */
export function createEndpoints(ports: ToolkitPorts): Record<string, Endpoint> {
  return {
    ...createSignInCalls(ports),
    ...createAccountCalls(ports),
    ...createCodeCalls(ports),
    ...createPhoneCalls(ports),
    ...createSettingsCalls(ports),
    ...createFactorCalls(ports),
    'POST v1/accounts:signInWithIdp': (call) => signInWithIdp(ports.idp, call),
  };
}

/**
 * The Identity Toolkit wire, mounted at /identity, for the stock firebase/auth SDK. The last part of a path contains a
 * colon (`accounts:signUp`), which Hono's patterns reserve, so calls are looked up in a table.
 */
export function createIdentityToolkit(ports: ToolkitPorts & { log: Log }) {
  const { config, log } = ports;
  const endpoints = createEndpoints(ports);
  const app = new Hono<Env>();

  const cookies = { device: createDeviceCookie(config), proof: createProofCookie(config) };
  const ownOrigin = new URL(config.publicUrl).origin;
  const origin = (from: string) => (isAuthorizedOrigin(from, config.identity.authorizedDomains) ? from : null);
  const forOtherOrigins = cors({ origin, allowMethods: ['GET', 'POST'], allowHeaders: ALLOWED_HEADERS, maxAge: 600 });
  app.use((c, next) => {
    const from = c.req.header('origin');
    // Our own origin needs no CORS headers, and every sign-in would be slower: Hono rebuilds an answer to add them.
    return c.req.method !== 'OPTIONS' && (from === undefined || from === ownOrigin) ? next() : forOtherOrigins(c, next);
  });
  app.use(limitBody({ maxSize: MAX_BODY, seconds: config.requests.bodySeconds }));

  app.all('/:version{v[12]}/:call{.+}', async (c) => {
    // Set on Node's response, because Hono sends an answer without headers of its own faster.
    const { outgoing } = c.env;
    outgoing.setHeader('Cache-Control', 'private, no-store');
    const path = `${c.req.param('version')}/${c.req.param('call')}`;
    const name = `${c.req.method} ${path}`;
    const endpoint = Object.hasOwn(endpoints, name) ? endpoints[name] : undefined;
    if (!endpoint) {
      const allowed = ['GET', 'POST'].filter((method) => Object.hasOwn(endpoints, `${method} ${path}`));
      if (allowed.length === 0) throw notFound();
      outgoing.setHeader('Allow', allowed.join(', '));
      throw new WireError('METHOD_NOT_ALLOWED : No such call.', 405);
    }
    checkApiKey(c.req.query('key') || c.req.header('x-goog-api-key'), config.identity.apiKey);
    const call = await readCall(c, cookies);
    const answer = await endpoint(call);
    // After a sign-in the browser is recognised the next time.
    if ('refreshToken' in answer && call.caller.deviceSecret !== null)
      cookies.device.remember(outgoing, call.caller.deviceSecret);
    return c.json(answer);
  });
  app.all('*', () => {
    throw notFound();
  });

  app.onError((error, c) => {
    const refusal = toWireError(error);
    if (refusal) return refuse(c, refusal);
    // A body that never arrived says nothing about its sender either.
    if (codeOf(error) === 'request-timeout')
      return c.text('The request took too long to arrive.', 408, {
        'Cache-Control': 'private, no-store',
        Connection: 'close',
      });
    if (codeOf(error) !== 'unavailable') log.error({ err: error }, 'identity call failed');
    // Never in the wire's format: the SDK signs its user out on a 5xx that it can parse.
    return c.text('The service is busy. Try again in a moment.', 503, {
      'Retry-After': '5',
      'Cache-Control': 'private, no-store',
    });
  });
  /** The implemented calls, by method and path: `POST v1/accounts:signUp`. */
  const calls: ReadonlySet<string> = new Set(Object.keys(endpoints));
  return Object.assign(app, { calls });
}

/** Handles GET /.well-known/jwks.json: the keys with which our back ends verify ID tokens. */
export function createJwksHandler({ identity }: { identity: Pick<IdentityModule, 'publicKeys'> }) {
  return async (c: Context) => c.json(await identity.publicKeys(), 200, { 'Cache-Control': 'public, max-age=300' });
}

async function readCall(c: Context<Env>, cookies: { device: DeviceCookie; proof: ProofCookie }): Promise<Call> {
  const fields = await readFields(c);
  const tenant = fields.tenantId;
  if (tenant !== undefined && tenant !== null && tenant !== '') throw new WireError('TENANT_ID_MISMATCH');
  const language = c.req.header('x-firebase-locale');
  return {
    fields,
    locale: language === undefined ? matchLocale(c.req.header('accept-language')) : matchLocale([language]),
    caller: {
      address: c.get('clientAddress'),
      device: deviceNameOf(c.req.header('user-agent')),
      ...cookies.device.read(c),
    },
    proofCookie: cookies.proof.read(c),
    isOwnPage: c.req.header('sec-fetch-site') === 'same-origin',
  };
}

async function readFields(c: Context<Env>): Promise<Fields> {
  if (c.req.method === 'GET') return parseForm(new URL(c.req.url).search);
  const text = await c.req.text();
  // The token endpoint uses forms. JSON is accepted as well, as at the hosted service.
  const isForm = /^application\/x-www-form-urlencoded/i.test(c.req.header('content-type') ?? '');
  return isForm ? parseForm(text) : parseJson(text);
}

/** The part before " : " becomes the SDK's `auth/invalid-api-key`; the texts are the hosted service's. */
function checkApiKey(given: string | undefined, expected: string): void {
  if (given === undefined || given === '')
    throw new WireError('INVALID_API_KEY : The request is missing a valid API key.', 403, {
      canonical: 'PERMISSION_DENIED',
    });
  if (given !== expected)
    throw new WireError('INVALID_API_KEY : API key not valid. Please pass a valid API key.', 400, {
      canonical: 'INVALID_ARGUMENT',
    });
}

function notFound(): WireError {
  return new WireError('NOT_FOUND : No such call.', 404, { canonical: 'NOT_FOUND' });
}

function refuse(c: Context, refusal: WireError) {
  return c.json(errorBody(refusal), refusal.status);
}
