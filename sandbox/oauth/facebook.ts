import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { Control, Fault } from '../kit/control.ts';
import type { Collection, Ledger } from '../kit/ledger.ts';
import type { SandboxEnv } from '../kit/serve.ts';
import { answerPage, consentPage, gonePage, readConsent } from './page.ts';
import type { People, Person } from './people.ts';
import type { Visit, Visits } from './visits.ts';
import { languageOf } from './words.ts';

export const FACEBOOK_CALLS = ['facebook.dialog', 'facebook.token', 'facebook.me', 'facebook.debug_token'] as const;

export interface FacebookOptions {
  appId: string;
  appSecret: string;
  redirectUri: string;
  ledger: Ledger;
  people: People;
  visits: Visits;
  control: Control;
}

interface Code {
  id: string;
  person: string;
  challenge: string;
  expires: number;
}
interface Token {
  id: string;
  person: string;
  expires: number;
}

const CODE_SECONDS = 600;
/** About the lifetime of Facebook's long-lived tokens. */
const TOKEN_SECONDS = 60 * 86_400;
const FIELDS = ['id', 'name', 'email', 'picture'];
const now = () => Math.floor(Date.now() / 1000);

type Facebook = FacebookOptions & { codes: Collection<Code>; tokens: Collection<Token> };

/** Facebook Login and its three Graph calls. Like the real Graph API it never says whether an address is verified. */
export function mountFacebook(app: Hono<SandboxEnv>, options: FacebookOptions): void {
  const { ledger, control } = options;
  const facebook: Facebook = {
    ...options,
    codes: ledger.collection('facebook_codes'),
    tokens: ledger.collection('facebook_tokens'),
  };
  app.on(['GET', 'POST'], '/:version{v\\d+\\.0}/dialog/oauth', (c) => showDialog(c, facebook));
  app.on(
    ['GET', 'POST'],
    '/:version{v\\d+\\.0}/oauth/access_token',
    control.guard('facebook.token', (c) => exchangeCode(c, facebook), graphFailure),
  );
  const me = control.guard('facebook.me', (c) => getMe(c, facebook), graphFailure);
  app.get('/me', me);
  app.get('/:version{v\\d+\\.0}/me', me);
  const debug = control.guard('facebook.debug_token', (c) => debugToken(c, facebook), graphFailure);
  app.get('/debug_token', debug);
  app.get('/:version{v\\d+\\.0}/debug_token', debug);
}

/** The login dialog: asks who signs in, and answers what they chose. */
async function showDialog(c: Context<SandboxEnv>, facebook: Facebook): Promise<Response> {
  const { appId, redirectUri, people, visits, control } = facebook;
  const language = languageOf(c.req.query('locale'), c.req.header('accept-language'));
  const fault = await control.pass('facebook.dialog', 'before');
  const known =
    c.req.query('client_id') === appId &&
    c.req.query('redirect_uri') === redirectUri &&
    c.req.query('response_type') === 'code';
  const proven =
    c.req.query('code_challenge_method') === 'S256' && /^[\w-]{43}$/.test(c.req.query('code_challenge') ?? '');
  if (fault || !known || !proven) return answerPage(c, gonePage(language), { severed: false, status: 400 });

  const visit = c.req.method === 'GET' ? visits.take('facebook') : undefined;
  if (visit) return leave(c, facebook, visit);
  const choice = c.req.method === 'POST' ? readConsent(await c.req.parseBody(), 'facebook', people) : undefined;
  if (choice === 'cancelled') return leave(c, facebook, { error: 'access_denied' });
  if (choice !== undefined && choice !== 'invalid') return leave(c, facebook, choice);
  const page = consentPage({
    provider: 'facebook',
    language,
    people: people.list('facebook'),
    invalid: choice === 'invalid',
  });
  return answerPage(c, page, { severed: visits.severed(), status: choice === 'invalid' ? 400 : 200 });
}

/** Returns to the application, with a code or with an error. */
function leave(c: Context<SandboxEnv>, { redirectUri, people, codes }: Facebook, visit: Visit): Response {
  const back = new URL(redirectUri);
  const state = c.req.query('state');
  if ('person' in visit) {
    people.grant(visit.person);
    const code = codes.put({
      id: randomBytes(32).toString('base64url'),
      person: visit.person.id,
      challenge: c.req.query('code_challenge')!,
      expires: now() + CODE_SECONDS,
    });
    back.searchParams.set('code', code.id);
  } else {
    for (const [name, value] of Object.entries({
      error: visit.error,
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    }))
      back.searchParams.set(name, value);
  }
  if (state !== undefined) back.searchParams.set('state', state);
  // Facebook appends this fragment to every redirect.
  return c.redirect(`${back.href}#_=_`, 302);
}

async function exchangeCode(c: Context<SandboxEnv>, facebook: Facebook): Promise<Response> {
  const { appId, appSecret, redirectUri, codes, tokens } = facebook;
  const given = c.req.method === 'POST' ? await c.req.parseBody() : c.req.query();
  const code = codes.get(String(given['code'] ?? ''));
  if (given['client_id'] !== appId || !same(String(given['client_secret'] ?? ''), appSecret))
    return refuse(c, 'Error validating client secret.', 1);
  if (!code || code.expires < now()) return refuse(c, 'This authorization code has expired.', 100);
  // Single use, also when it fails.
  codes.delete(code.id);
  if (given['redirect_uri'] !== redirectUri)
    return refuse(c, 'Error validating verification code. Please make sure your redirect_uri is identical.', 100);
  const verifier = String(given['code_verifier'] ?? '');
  if (createHash('sha256').update(verifier).digest('base64url') !== code.challenge)
    return refuse(c, 'Invalid code_verifier parameter.', 100);
  const token = tokens.put({
    id: `EAA${randomBytes(40).toString('base64url')}`,
    person: code.person,
    expires: now() + TOKEN_SECONDS,
  });
  return c.json({ access_token: token.id, token_type: 'bearer', expires_in: TOKEN_SECONDS });
}

function getMe(c: Context<SandboxEnv>, { appSecret, people, tokens }: Facebook): Response {
  const bearer = /^Bearer (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1];
  const given = bearer ?? c.req.query('access_token') ?? '';
  const token = tokens.get(given);
  if (!token || token.expires < now()) return refuse(c, 'Invalid OAuth access token - Cannot parse access token', 190);
  const proof = createHmac('sha256', appSecret).update(given).digest('hex');
  if (!same(c.req.query('appsecret_proof') ?? '', proof))
    return refuse(c, 'Invalid appsecret_proof provided in the API argument', 100);
  // `picture.width(256).height(256)` is the field `picture` with options.
  const fields = (c.req.query('fields') ?? 'id,name').split(',').map((field) => field.replace(/\..*$/, ''));
  const unknown = fields.find((field) => !FIELDS.includes(field));
  if (unknown !== undefined) return refuse(c, `(#100) Tried accessing nonexisting field (${unknown})`, 100);
  return c.json(graphPerson(people.find(token.person)!, fields));
}

function debugToken(c: Context<SandboxEnv>, { appId, appSecret, tokens }: Facebook): Response {
  if (!same(c.req.query('access_token') ?? '', `${appId}|${appSecret}`))
    return refuse(c, 'Invalid OAuth access token signature.', 190);
  const token = tokens.get(c.req.query('input_token') ?? '');
  if (!token || token.expires < now())
    return c.json({
      data: { error: { code: 190, message: 'Invalid OAuth access token.' }, is_valid: false, scopes: [] },
    });
  return c.json({
    data: {
      app_id: appId,
      type: 'USER',
      application: 'Sandbox',
      expires_at: token.expires,
      is_valid: true,
      scopes: ['email', 'public_profile'],
      user_id: token.person,
    },
  });
}

function graphPerson({ id, name, email, picture }: Person, fields: string[]) {
  const all = {
    id,
    name,
    ...(email === null ? {} : { email }),
    picture: {
      data: {
        height: 256,
        width: 256,
        is_silhouette: picture === null,
        url: picture ?? 'https://static.xx.fbcdn.net/nobody.gif',
      },
    },
  };
  // The Graph API always returns the id.
  return Object.fromEntries(Object.entries(all).filter(([field]) => field === 'id' || fields.includes(field)));
}

function refuse(c: Context, message: string, code: number): Response {
  return c.json(
    { error: { message, type: 'OAuthException', code, fbtrace_id: randomBytes(8).toString('base64url') } },
    400,
  );
}

function graphFailure(c: Context, fault: Fault): Response {
  return c.json(
    fault.body ?? {
      error: {
        message: 'An unknown error occurred',
        type: 'OAuthException',
        code: 1,
        fbtrace_id: randomBytes(8).toString('base64url'),
      },
    },
    fault.status as 503,
  );
}

function same(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
