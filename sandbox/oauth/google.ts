import { randomBytes } from 'node:crypto';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Hono } from 'hono';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { type Adapter, type AdapterPayload, interactionPolicy, Provider, type Configuration } from 'oidc-provider';
import { hangUp, type Control } from '../kit/control.ts';
import type { Ledger } from '../kit/ledger.ts';
import type { SandboxEnv } from '../kit/serve.ts';
import { answerPage, consentPage, gonePage, readConsent } from './page.ts';
import type { People, Person } from './people.ts';
import type { Visits } from './visits.ts';
import { languageOf } from './words.ts';

export const GOOGLE_CALLS = ['google.authorize', 'google.token', 'google.keys', 'google.userinfo'] as const;

/** Google's own paths, as in its discovery document. */
const ROUTES = {
  authorization: '/o/oauth2/v2/auth',
  token: '/token',
  jwks: '/oauth2/v3/certs',
  userinfo: '/v1/userinfo',
};
const CALLS: Readonly<Record<string, (typeof GOOGLE_CALLS)[number]>> = {
  [ROUTES.authorization]: 'google.authorize',
  [ROUTES.token]: 'google.token',
  [ROUTES.jwks]: 'google.keys',
  [ROUTES.userinfo]: 'google.userinfo',
};
const HOUR = 3_600;

export interface GoogleOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  ledger: Ledger;
  people: People;
  visits: Visits;
  control: Control;
}

/**
 * Google's OpenID Connect with oidc-provider: code flow with PKCE (required here), ID tokens with address, name and
 * picture.
 */
export async function mountGoogle(app: Hono<SandboxEnv>, options: GoogleOptions): Promise<void> {
  const { people, visits, control } = options;
  const provider = await createProvider(options);
  const handle = provider.callback();

  async function pass(c: Context<SandboxEnv>): Promise<Response> {
    const call = CALLS[c.req.path];
    const fault = call && (await control.pass(call, 'before'));
    if (fault)
      return fault.hangup ? hangUp(c) : c.json(fault.body ?? { error: 'temporarily_unavailable' }, fault.status as 503);
    forgetSession(c.env.incoming.headers);
    await handle(c.env.incoming, c.env.outgoing);
    return RESPONSE_ALREADY_SENT;
  }
  app.all(`${ROUTES.authorization}/:uid?`, pass);
  for (const path of [ROUTES.token, ROUTES.jwks, ROUTES.userinfo, '/.well-known/openid-configuration'])
    app.all(path, pass);

  /** Ends the interaction with a person or with an OAuth error. */
  async function finish(c: Context<SandboxEnv>, outcome: { person: Person } | { error: string }): Promise<Response> {
    if ('person' in outcome) people.grant(outcome.person);
    const result =
      'person' in outcome
        ? { login: { accountId: outcome.person.id, remember: false }, select_account: {} }
        : { error: outcome.error, error_description: 'The sandbox says so.' };
    await provider.interactionFinished(c.env.incoming, c.env.outgoing, result);
    return RESPONSE_ALREADY_SENT;
  }

  app.on(['GET', 'POST'], '/consent/:uid', async (c) => {
    const form = c.req.method === 'POST' ? await c.req.parseBody() : undefined;
    const asked = await provider.interactionDetails(c.env.incoming, c.env.outgoing).catch(() => undefined);
    const hint = asked?.params['hl'] ?? asked?.params['ui_locales'];
    const language = languageOf(typeof hint === 'string' ? hint : undefined, c.req.header('accept-language'));
    if (!asked) return answerPage(c, gonePage(language), { severed: visits.severed(), status: 400 });

    const visit = form ? undefined : visits.take('google');
    if (visit) return finish(c, visit);
    const choice = form && readConsent(form, 'google', people);
    if (choice === 'cancelled') return finish(c, { error: 'access_denied' });
    if (choice !== undefined && choice !== 'invalid') return finish(c, choice);
    const page = consentPage({
      provider: 'google',
      language,
      people: people.list('google'),
      invalid: choice === 'invalid',
    });
    return answerPage(c, page, { severed: visits.severed(), status: choice === 'invalid' ? 400 : 200 });
  });
}

/** There is no session: the person is chosen each time, also in a browser that was used before. */
function forgetSession(headers: { cookie?: string | undefined }): void {
  headers.cookie = headers.cookie
    ?.split(';')
    .filter((pair) => !pair.trim().startsWith('_session'))
    .join(';');
}

async function createProvider({
  issuer,
  clientId,
  clientSecret,
  redirectUri,
  ledger,
  people,
}: GoogleOptions): Promise<Provider> {
  const configuration: Configuration = {
    adapter: createStorage(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [await signingKey(ledger)] },
    routes: ROUTES,
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    // Google's ID tokens contain the claims of the scopes, whatever the response type.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    extraParams: ['hl'],
    cookies: { keys: [randomBytes(32).toString('hex')] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    clientBasedCORS: () => false,
    ttl: { AccessToken: HOUR, AuthorizationCode: 60, IdToken: HOUR, Interaction: HOUR, Session: HOUR, Grant: HOUR },
    interactions: { url: (_ctx, interaction) => `/consent/${interaction.uid}`, policy: askAlways() },
    async findAccount(_ctx, id) {
      const person = people.find(id);
      return person && { accountId: id, claims: async () => claimsOf(person) };
    },
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        accountId: ctx.oidc.session!.accountId!,
        clientId: ctx.oidc.client!.clientId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    async renderError(ctx, { error, error_description: description }) {
      ctx.type = 'text/plain';
      ctx.body = `${error}: ${description ?? ''}`;
    },
  };
  return new Provider(issuer, configuration);
}

/** Always asks which person signs in. */
function askAlways(): interactionPolicy.DefaultPolicy {
  const { Check, Prompt, base } = interactionPolicy;
  const policy = base();
  policy.clear();
  const unanswered = new Check('unanswered', 'nobody has chosen yet', (ctx) => ctx.oidc.result?.login === undefined);
  policy.add(new Prompt({ name: 'select_account', requestable: true }, unanswered));
  return policy;
}

function claimsOf({ id, email, email_verified: verified, name, picture }: Person) {
  return {
    sub: id,
    ...(email === null ? {} : { email, email_verified: verified }),
    name,
    ...(picture === null ? {} : { picture }),
  };
}

/** The key that signs ID tokens. It is stored, so tokens stay valid over a restart. */
async function signingKey(ledger: Ledger): Promise<JWK> {
  const keys = ledger.collection<{ id: string; jwk: JWK }>('keys');
  const kept = keys.get('google');
  if (kept) return kept.jwk;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: randomBytes(8).toString('hex') };
  keys.put({ id: 'google', jwk });
  return jwk;
}

/** oidc-provider's storage of one kind, in memory: pending sign-ins end with the process. */
function createStorage(): (name: string) => Adapter {
  const kinds = new Map<string, Map<string, AdapterPayload>>();

  return (name) => {
    const rows = kinds.get(name) ?? new Map<string, AdapterPayload>();
    kinds.set(name, rows);
    const by = (field: 'uid' | 'userCode', value: string) => [...rows.values()].find((row) => row[field] === value);
    return {
      async upsert(id, payload) {
        rows.set(id, payload);
      },
      find: async (id) => rows.get(id),
      findByUid: async (uid) => by('uid', uid),
      findByUserCode: async (code) => by('userCode', code),
      async consume(id) {
        const row = rows.get(id);
        if (row) row.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        rows.delete(id);
      },
      async revokeByGrantId(grantId) {
        for (const [id, row] of rows) if (row.grantId === grantId) rows.delete(id);
      },
    };
  };
}
