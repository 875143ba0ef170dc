import { createHash, createHmac, randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { start } from '#sandbox/oauth/server.ts';
import { Browser } from '#test/support/providers.ts';
import { control, ledger } from '#test/support/wire.ts';

const dir = mkdtempSync(join(tmpdir(), 'cairn-oauth-'));
const REDIRECT = 'http://127.0.0.1:9/oauth/callback';
const options = {
  port: 0,
  dataDir: dir,
  googleClientId: 'g',
  googleClientSecret: 'g-secret',
  facebookAppId: 'f',
  facebookAppSecret: 'f-secret',
  redirectUri: REDIRECT,
};
const verifier = randomBytes(32).toString('base64url');
const pkce = {
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};
let sandbox: Awaited<ReturnType<typeof start>>;

beforeAll(async () => {
  sandbox = await start(options);
});
afterAll(async () => {
  await sandbox.close();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(() => control(sandbox, { reset: true }));

const PERSON = { email: 'ada@example.com', name: 'Ada', sub: '42' };

/** Follows the sandbox's redirects up to the first one to another host. */
async function leave(address: URL): Promise<URL> {
  const browser = new Browser();
  let at = address;
  while (at.origin === sandbox.url) at = new URL((await browser.visit(at)).headers.get('location') ?? 'nowhere:', at);
  return at;
}

function at(path: string, query: Record<string, string>): URL {
  return new URL(`${path}?${new URLSearchParams(query)}`, sandbox.url);
}

describe('Google', () => {
  const authorize = (more: Record<string, string> = {}) =>
    at('/o/oauth2/v2/auth', {
      client_id: 'g',
      redirect_uri: REDIRECT,
      response_type: 'code',
      scope: 'openid email profile',
      state: 's',
      nonce: 'n',
      ...pkce,
      ...more,
    });
  const token = (code: string, more: Record<string, string> = {}) =>
    fetch(`${sandbox.url}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: REDIRECT,
        client_id: 'g',
        client_secret: 'g-secret',
        code_verifier: verifier,
        ...more,
      }),
    });

  it("is found by discovery, and signs ID tokens with the person's claims", async () => {
    const discovered = (await (await fetch(`${sandbox.url}/.well-known/openid-configuration`)).json()) as Record<
      string,
      string
    >;
    expect(discovered).toMatchObject({
      issuer: sandbox.google,
      authorization_endpoint: `${sandbox.url}/o/oauth2/v2/auth`,
      code_challenge_methods_supported: ['S256'],
    });
    await control(sandbox, { next: { provider: 'google', person: PERSON } });
    const back = await leave(authorize());
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      state: 's',
      iss: sandbox.google,
      code: expect.any(String),
    });
    const answer = (await (await token(back.searchParams.get('code')!)).json()) as { id_token: string };
    const { payload } = await jwtVerify(answer.id_token, createRemoteJWKSet(new URL(discovered['jwks_uri']!)), {
      issuer: sandbox.google,
      audience: 'g',
    });
    expect(payload).toMatchObject({
      sub: '42',
      nonce: 'n',
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada',
      picture: `${sandbox.url}/pictures/42.png`,
    });
    expect((await token(back.searchParams.get('code')!)).status).toBe(400);
  });

  it('requires PKCE, the correct verifier and secret, and a registered redirect URI', async () => {
    const bare = await leave(
      at('/o/oauth2/v2/auth', {
        client_id: 'g',
        redirect_uri: REDIRECT,
        response_type: 'code',
        scope: 'openid',
        state: 's',
      }),
    );
    expect(bare.searchParams.get('error')).toBe('invalid_request');
    const wrongs: Record<string, string>[] = [{ code_verifier: 'x'.repeat(43) }, { client_secret: 'other' }];
    for (const wrong of wrongs) {
      await control(sandbox, { next: { provider: 'google', person: PERSON } });
      const { searchParams } = await leave(authorize());
      expect((await token(searchParams.get('code')!, wrong)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await fetch(authorize({ redirect_uri: 'http://elsewhere.example' }), { redirect: 'manual' })).status).toBe(
      400,
    );
  });
});

describe('Facebook', () => {
  const dialog = (more: Record<string, string> = {}) =>
    at('/v24.0/dialog/oauth', {
      client_id: 'f',
      redirect_uri: REDIRECT,
      response_type: 'code',
      state: 's',
      ...pkce,
      ...more,
    });
  const proof = (token: string, secret = 'f-secret') => createHmac('sha256', secret).update(token).digest('hex');
  const me = (token: string, query: Record<string, string>) =>
    fetch(at('/v24.0/me', { fields: 'id,name,email,picture.width(256)', ...query }), {
      headers: { authorization: `Bearer ${token}` },
    });

  async function tokenOf(person: object): Promise<string> {
    await control(sandbox, { next: { provider: 'facebook', person } });
    const { searchParams } = await leave(dialog());
    const query = {
      client_id: 'f',
      client_secret: 'f-secret',
      redirect_uri: REDIRECT,
      code: searchParams.get('code')!,
      code_verifier: verifier,
    };
    const { access_token: token } = (await (await fetch(at('/v24.0/oauth/access_token', query))).json()) as {
      access_token: string;
    };
    expect((await fetch(at('/v24.0/oauth/access_token', query))).status).toBe(400);
    return token;
  }

  it('returns the profile only with a proof of the app secret', async () => {
    const token = await tokenOf(PERSON);
    expect(await (await me(token, { appsecret_proof: proof(token) })).json()).toEqual({
      id: '42',
      name: 'Ada',
      email: 'ada@example.com',
      picture: { data: { height: 256, width: 256, is_silhouette: false, url: `${sandbox.url}/pictures/42.png` } },
    });
    for (const [given, wrong] of [
      [token, proof(token, 'other')],
      [token, ''],
      ['EAAother', proof('EAAother')],
    ] as const) {
      const refused = await me(given, { appsecret_proof: wrong });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ error: { type: 'OAuthException', message: expect.any(String) } });
    }
    const nobody = await tokenOf({ email: null, name: 'Ada', sub: '43', picture: null });
    expect(await (await me(nobody, { appsecret_proof: proof(nobody) })).json()).toMatchObject({
      id: '43',
      picture: { data: { is_silhouette: true } },
    });
  });

  it('names the app of a token', async () => {
    const token = await tokenOf(PERSON);
    const debug = async (given: string, secret: string) =>
      (await fetch(at('/debug_token', { input_token: given, access_token: secret }))).json();
    expect(await debug(token, 'f|f-secret')).toMatchObject({ data: { app_id: 'f', is_valid: true, user_id: '42' } });
    expect(await debug('EAAother', 'f|f-secret')).toMatchObject({ data: { is_valid: false } });
    expect(await debug(token, 'f|other')).toMatchObject({ error: { code: 190 } });
  });

  it('returns an error when the person declines', async () => {
    await control(sandbox, { next: { provider: 'facebook', error: 'access_denied' } });
    expect(Object.fromEntries((await leave(dialog())).searchParams)).toMatchObject({
      error: 'access_denied',
      error_reason: 'user_denied',
      state: 's',
    });
    expect((await fetch(dialog({ client_id: 'other' }))).status).toBe(400);
  });
});

describe('the consent page', () => {
  it('is in the requested language, lists people, and isolates the popup on request', async () => {
    const page = (language: string) =>
      fetch(
        at('/v24.0/dialog/oauth', {
          client_id: 'f',
          redirect_uri: REDIRECT,
          response_type: 'code',
          locale: language,
          ...pkce,
        }),
      );
    const french = await page('fr_FR');
    expect(french.headers.get('cross-origin-opener-policy')).toBeNull();
    expect(await french.text()).toMatch(/<html lang="fr">[\s\S]*Continuer avec Facebook[\s\S]*Amina Diallo/);
    await control(sandbox, { sever: true });
    const english = await page('en_US');
    expect(english.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(await english.text()).toContain('<html lang="en">');
  });

  it('serves profile pictures', async () => {
    const { people } = await ledger<{ people: { picture: string }[] }>(sandbox);
    const picture = await fetch(people[0]!.picture);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  });
});

it('keeps people and keys over a restart, and prints its address', async () => {
  await control(sandbox, { next: { provider: 'google', person: PERSON } });
  const keys = await (await fetch(`${sandbox.url}/oauth2/v3/certs`)).json();
  await sandbox.close();
  const flags = [
    '--google-client-id',
    'g',
    '--google-client-secret',
    'g-secret',
    '--facebook-app-id',
    'f',
    '--facebook-app-secret',
    'f-secret',
    '--redirect-uri',
    REDIRECT,
  ];
  const child = spawn(process.execPath, ['sandbox/oauth/main.ts', '--data', dir, '--with-parent', ...flags], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { ready, url, google, facebook } = JSON.parse(line) as Record<string, string>;
  expect({ ready, google, facebook }).toEqual({ ready: true, google: url, facebook: url });
  expect(await (await fetch(`${url}/oauth2/v3/certs`)).json()).toEqual(keys);
  expect((await ledger({ url: url! }))['people']).toContainEqual(
    expect.objectContaining({ id: '42', email: 'ada@example.com' }),
  );
  const ended = once(child, 'exit');
  child.stdin.end();
  await ended;
  sandbox = await start(options);
});

it('answers 501 to unknown paths', async () => {
  expect((await fetch(`${sandbox.url}/v24.0/me/friends`)).status).toBe(501);
});
