import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { ServiceAccounts } from '../../modules/service-accounts/service-accounts.ts';
import { codeOf } from '../../shared/errors.ts';
import { uuidv7 } from '../../shared/ids.ts';
import { matchLocale } from '../../shared/locale.ts';
import { isLoopback } from '../../shared/loopback.ts';
import { type Mode, modeFacts } from '../../shared/mode.ts';
import { parseForm, parseJson } from '../identity-toolkit/requests.ts';
import { errorBody, toWireError, WireError } from '../identity-toolkit/wire-error.ts';
import { bodyOf } from './body.ts';
import { createAccountCalls } from './account-calls.ts';
import type { AdminCall, AdminEndpoint, AdminPorts } from './admin-call.ts';
import { createBatchCalls } from './batch-calls.ts';
import { createConfigCalls } from './config-calls.ts';
import { createKeyRoutes } from './keys.ts';
import { createSessionCalls } from './session-calls.ts';
import { createTokenHandler } from './token.ts';

type Env = { Bindings: HttpBindings };
type Log = { info(fields: object, message: string): void; error(fields: object, message: string): void };

/** Maximum body size: a thousand accounts of an import; other calls need less. */
const MAX_BODY = 8 * 1024 * 1024;

/** The value that clients of the emulator send instead of a token. */
const OWNER = 'owner';

export type AdministrationPorts = AdminPorts & {
  config: AdminPorts['config'] & { mode: Mode; requests: { bodySeconds: number } };
  serviceAccounts: Pick<ServiceAccounts, 'grant' | 'holderOf'>;
  log: Log;
};

/**
 * The API of administrators, on a listener of its own. `firebase-admin` uses the hosted service's host names and
 * reaches us through its `httpAgent`, so the host is ignored. The same calls exist under
 * `/identitytoolkit.googleapis.com`, as in the emulator.
 */
export function createAdministration(ports: AdministrationPorts) {
  const { config, serviceAccounts, log } = ports;
  const endpoints = createAdminEndpoints(ports);
  const app = new Hono<Env>();

  app.use(logged(log));
  const token = createTokenHandler({ serviceAccounts, bodySeconds: config.requests.bodySeconds });
  app.post('/token', token);
  app.route('/', createKeyRoutes(ports));

  app.all('*', async (c) => {
    const found = findCall(c.req.method, c.req.path);
    if (!found) throw new WireError('NOT_FOUND : No such call.', 404, { canonical: 'NOT_FOUND' });
    const by = await administrator(ports, c);
    if (found.project !== undefined && found.project !== config.identity.projectId)
      throw new WireError('PERMISSION_DENIED : The service account belongs to another project.', 403, {
        canonical: 'PERMISSION_DENIED',
      });
    refuseTenants(found.name);
    const endpoint = Object.hasOwn(endpoints, found.name) ? endpoints[found.name] : undefined;
    if (!endpoint) throw new WireError('NOT_FOUND : No such call.', 404, { canonical: 'NOT_FOUND' });
    return c.json(await endpoint(await readCall(ports, c, { by, id: found.id })));
  });

  app.onError((error, c) => answerError(log, error, c));
  return app;
}

/** Method and path of every implemented call of administrators; `{p}` is our project, `{id}` a name. */
export function createAdminEndpoints(ports: AdminPorts): Record<string, AdminEndpoint> {
  return {
    ...createAccountCalls(ports),
    ...createBatchCalls(ports),
    ...createSessionCalls(ports),
    ...createConfigCalls(ports),
  };
}

/** Sets the headers of every answer, and writes a line of the log. */
const logged =
  (log: Log): MiddlewareHandler<Env> =>
  async (c, next) => {
    const requestId = uuidv7();
    const { outgoing } = c.env;
    outgoing.setHeader('Cache-Control', 'private, no-store');
    outgoing.setHeader('X-Content-Type-Options', 'nosniff');
    outgoing.setHeader('X-Request-Id', requestId);
    const started = performance.now();
    await next();
    const ms = Math.round(performance.now() - started);
    log.info(
      { requestId, method: c.req.method, path: c.req.path, status: c.res.status, ms, listener: 'administration' },
      'request',
    );
  };

function answerError(log: Log, error: unknown, c: Context<Env>): Response {
  const refusal = toWireError(error);
  if (refusal) return c.json(errorBody(refusal), refusal.status);
  if (codeOf(error) === 'request-timeout')
    return c.text('The request took too long to arrive.', 408, { Connection: 'close' });
  if (codeOf(error) !== 'unavailable') log.error({ err: error }, 'administration call failed');
  return c.text('The service is busy. Try again in a moment.', 503, { 'Retry-After': '5' });
}

/** The service account of the token. Throws WireError 401. */
async function administrator({ config, serviceAccounts }: AdministrationPorts, c: Context<Env>): Promise<string> {
  const [, given] = /^Bearer (\S{1,4096})$/i.exec(c.req.header('authorization') ?? '') ?? [];
  if (given?.toLowerCase() === OWNER && modeFacts(config.mode).isLocal && isOwnHost(c.req.header('host'))) return OWNER;
  const holder = given === undefined || given.toLowerCase() === OWNER ? null : await serviceAccounts.holderOf(given);
  if (holder !== null) return holder;
  throw new WireError(
    'Request had invalid authentication credentials. Expected OAuth 2 access token or other valid authentication credential.',
    401,
    { canonical: 'UNAUTHENTICATED' },
  );
}

async function readCall(
  { config }: AdministrationPorts,
  c: Context<Env>,
  { by, id }: { by: string; id: string },
): Promise<AdminCall> {
  const query = parseForm(new URL(c.req.url).search);
  const text =
    c.req.method === 'GET' ? '' : await bodyOf(c, { maxSize: MAX_BODY, seconds: config.requests.bodySeconds });
  const fields = c.req.method === 'GET' ? query : parseJson(text);
  if (typeof fields.tenantId === 'string' && fields.tenantId !== '') throw new WireError('TENANT_ID_MISMATCH');
  return { fields, query, id, by, locale: matchLocale([c.req.header('x-firebase-locale') ?? 'en']) };
}

/** Protection against DNS rebinding: a web page whose host name points to this machine must not count as a test. */
function isOwnHost(host: string | undefined): boolean {
  return URL.canParse(`http://${host}`) && isLoopback(new URL(`http://${host}`).hostname);
}

const PATH = /^(?:\/identitytoolkit\.googleapis\.com)?\/(v1|v2)(?:\/projects\/([^/:]+))?([/:].*)$/;

/**
 * `{id}` stands for the name at the end of some paths. A call without a project refers to ours, as clients of the
 * emulator send it.
 */
function findCall(method: string, path: string): { name: string; project: string | undefined; id: string } | null {
  const [, version, project, rest = ''] = PATH.exec(path) ?? [];
  if (version === undefined) return null;
  const [, collection, id = ''] =
    /^(\/(?:defaultSupportedIdp|oauthIdp|inboundSaml)Configs)\/([^/:]+)$/.exec(rest) ?? [];
  const call = collection === undefined ? rest.replace(/^\/accounts:signUp$/, '/accounts') : `${collection}/{id}`;
  return { name: `${method} ${version}/projects/{p}${call}`, project, id: decoded(id) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/**
 * There is one project and no tenant: answers as the hosted service does when multi-tenancy is off, and for an unknown
 * tenant. The list of tenants is empty.
 */
function refuseTenants(name: string): void {
  const [, one] = /\/projects\/\{p\}\/tenants(\/.+)?$/.exec(name) ?? [];
  if (one !== undefined) throw new WireError('TENANT_NOT_FOUND');
  if (name === 'POST v2/projects/{p}/tenants')
    throw new WireError('INVALID_PROJECT_ID : Multi-tenancy is not enabled for this project.');
}
