import { createHash, randomBytes } from 'node:crypto';
import { control, type Address } from './wire.ts';

export type ProviderId = 'google.com' | 'facebook.com';
export type SandboxPerson = {
  email: string | null;
  email_verified?: boolean;
  name: string;
  picture?: string | null;
  sub?: string;
};

/** Sets who signs in at a provider next, or the error of that sign-in, without its page. */
export async function next(
  oauth: Address,
  provider: ProviderId,
  outcome: { person: SandboxPerson } | { error: string },
): Promise<void> {
  await control(oauth, { next: { provider: provider.replace('.com', ''), ...outcome } });
}

/** A browser's cookies, as needed to follow redirects. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  /** Fetches without following redirects, with the cookies so far. */
  async visit(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(address);
    const cookie = [...this.#cookies]
      .filter(([name]) => name.startsWith(origin))
      .map(([name, value]) => `${name.slice(origin.length + 1)}=${value}`)
      .join('; ');
    const response = await fetch(address, {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie && { cookie }), ...init.headers },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/);
      this.#cookies.set(`${origin} ${name}`, value);
    }
    return response;
  }

  /** Follows redirects to the first page. Returns it with its URL. */
  async follow(address: string | URL, init: RequestInit = {}): Promise<{ address: string; response: Response }> {
    let at = new URL(address);
    let response = await this.visit(at, init);
    for (let hops = 0; response.status >= 300 && response.status < 400 && hops < 10; hops++) {
      await response.arrayBuffer();
      at = new URL(response.headers.get('location')!, at);
      response = await this.visit(at);
    }
    return { address: at.href, response };
  }
}

/** The data in a popup page for its script. */
export function newsOf(html: string): { event: string; next: string; code: string; fault: string } {
  const read = (name: string) => (new RegExp(`data-${name}="([^"]*)"`).exec(html)?.[1] ?? '').replaceAll('&amp;', '&');
  return { event: read('event'), next: read('next'), code: read('code'), fault: read('fault') };
}

export type Popup = {
  browser: Browser;
  sessionId: string;
  eventId: string;
  start: Response;
  startHtml: string;
  next: string;
};

/** Opens the popup's start page, as our resolver does. */
export async function openPopup(app: Address, provider: ProviderId, more: Record<string, string> = {}): Promise<Popup> {
  const browser = new Browser();
  const sessionId = randomBytes(32).toString('hex');
  const eventId = randomBytes(8).toString('hex');
  const query = new URLSearchParams({
    provider,
    eventId,
    sessionHash: createHash('sha256').update(sessionId).digest('hex'),
    purpose: 'signInViaPopup',
    lang: 'en',
    ...more,
  });
  const start = await browser.visit(`${app.url}/oauth/start?${query}`);
  const startHtml = await start.text();
  return { browser, sessionId, eventId, start, startHtml, next: newsOf(startHtml).next };
}

/** Goes to the provider, where `next` has set the person, and back. Returns what the callback page says. */
export async function comeBack(
  popup: Popup,
): Promise<{ address: string; status: number; html: string; code: string; fault: string }> {
  const { address, response } = await popup.browser.follow(popup.next);
  const html = await response.text();
  return { address, status: response.status, html, ...newsOf(html) };
}

/** POST accounts:signInWithIdp. */
export async function signInWithIdp(
  app: Address,
  body: Record<string, unknown>,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const answer = await fetch(`${app.url}/identity/v1/accounts:signInWithIdp?key=cairn-web`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ returnSecureToken: true, ...body }),
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}

/** The error code of a refused call. */
export function refusalOf(json: Record<string, unknown>): string | undefined {
  return (json['error'] as { message: string } | undefined)?.message;
}

/** What the SDK sends after a popup. */
export function handlerRequest(app: Address, popup: Popup, code: string) {
  return {
    requestUri: `${app.url}/oauth/handler?code=${encodeURIComponent(code)}`,
    sessionId: popup.sessionId,
    returnIdpCredential: true,
  };
}

/** The whole popup flow: opened, signed in as this person, result handed over. */
export async function signInByPopup(
  world: { app: Address; oauth: Address },
  provider: ProviderId,
  person: SandboxPerson,
  more: { idToken?: string; purpose?: string } = {},
) {
  await next(world.oauth, provider, { person });
  const popup = await openPopup(world.app, provider, more.purpose === undefined ? {} : { purpose: more.purpose });
  const { code } = await comeBack(popup);
  return signInWithIdp(world.app, {
    ...handlerRequest(world.app, popup, code),
    ...(more.idToken === undefined ? {} : { idToken: more.idToken }),
  });
}

type ProviderWorld = { oauth: Address; env: Record<string, string> };

/** An ID token that a client of ours got from Google outside the popup flow. */
export async function googleIdToken(world: ProviderWorld, person: SandboxPerson, nonce?: string): Promise<string> {
  const { tokens } = await codeFlow(world, 'google.com', person, nonce);
  return String(tokens['id_token']);
}

/** An access token that a client of ours got from Facebook outside the popup flow. */
export async function facebookToken(world: ProviderWorld, person: SandboxPerson): Promise<string> {
  const { tokens } = await codeFlow(world, 'facebook.com', person);
  return String(tokens['access_token']);
}

/** A code flow of the test itself, with the application's credentials, up to the redirect, which is not followed. */
async function codeFlow(
  { oauth, env }: ProviderWorld,
  provider: ProviderId,
  person: SandboxPerson,
  nonce?: string,
): Promise<{ tokens: Record<string, unknown> }> {
  const isGoogle = provider === 'google.com';
  const [clientId, clientSecret] = isGoogle
    ? [env['GOOGLE_CLIENT_ID']!, env['GOOGLE_CLIENT_SECRET']!]
    : [env['FACEBOOK_APP_ID']!, env['FACEBOOK_APP_SECRET']!];
  const redirectUri = `http://127.0.0.1:${env['PORT']}/oauth/callback`;
  const verifier = randomBytes(32).toString('base64url');
  await next(oauth, provider, { person });
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: isGoogle ? 'openid email profile' : 'email',
    state: 'mine',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(nonce !== undefined && { nonce }),
  });
  const browser = new Browser();
  let at = new URL(`${isGoogle ? '/o/oauth2/v2/auth' : '/v24.0/dialog/oauth'}?${query}`, oauth.url);
  while (at.origin === new URL(oauth.url).origin) {
    const response = await browser.visit(at);
    at = new URL(response.headers.get('location') ?? 'nowhere:', at);
  }
  const code = at.searchParams.get('code')!;
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: clientId,
    client_secret: clientSecret,
    code_verifier: verifier,
  });
  const answer = await fetch(`${oauth.url}${isGoogle ? '/token' : '/v24.0/oauth/access_token'}`, {
    method: 'POST',
    body,
  });
  return { tokens: (await answer.json()) as Record<string, unknown> };
}
