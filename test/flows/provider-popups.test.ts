import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshEmail } from '#test/support/accounts.ts';
import { capturedLog } from '#test/support/captured-log.ts';
import {
  comeBack,
  handlerRequest,
  newsOf,
  next,
  openPopup,
  refusalOf,
  signInWithIdp,
} from '#test/support/providers.ts';
import { control, held, ledger } from '#test/support/wire.ts';
import { startBeside, startBuiltWorld, type World } from '#test/support/world.ts';

let world: World;
const { log, text: logged } = capturedLog();
const PROVIDERS = ['google.com', 'facebook.com'] as const;
const person = () => ({ email: freshEmail(), name: 'Amina Diallo' });

beforeAll(async () => {
  world = await startBuiltWorld({}, log);
});
afterAll(() => world.close());
beforeEach(() => control(world.oauth, { reset: true }));

const redeem = (popup: Awaited<ReturnType<typeof openPopup>>, code: string) =>
  signInWithIdp(world.app, handlerRequest(world.app, popup, code));
const UNKNOWN = /^INVALID_IDP_RESPONSE : /;

describe.each(PROVIDERS)('the popup of %s', (provider) => {
  test('redirects to the provider with state, nonce and PKCE, after it announces itself on the channel', async () => {
    const { start, startHtml, next: address, eventId } = await openPopup(world.app, provider);
    expect(start.status).toBe(200);
    expect(start.headers.get('cache-control')).toBe('private, no-store');
    expect(start.headers.get('referrer-policy')).toBe('no-referrer');
    // The opener policy of our other pages would cut off the popup's opener.
    expect(start.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
    const nonce = /'nonce-([^']+)'/.exec(start.headers.get('content-security-policy') ?? '')?.[1];
    expect(startHtml).toContain(`<script nonce="${nonce}">`);
    expect(startHtml).toContain(`data-event="${eventId}"`);
    const query = Object.fromEntries(new URL(address).searchParams);
    expect(new URL(address).origin).toBe(world.oauth.url);
    expect(query).toMatchObject({
      response_type: 'code',
      redirect_uri: `${world.services.config.publicUrl}/oauth/callback`,
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    if (provider === 'google.com')
      expect(query).toMatchObject({
        scope: 'openid email profile',
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        prompt: 'select_account',
      });
  });

  test('stores and logs none of its secrets in clear text', async () => {
    await next(world.oauth, provider, { person: person() });
    const popup = await openPopup(world.app, provider);
    const { code, address } = await comeBack(popup);
    await redeem(popup, code);
    const rows = JSON.stringify((await world.db.execute(sql`select * from provider_requests`)).rows);
    const { searchParams } = new URL(address);
    for (const secret of [searchParams.get('state')!, searchParams.get('code')!, code, popup.sessionId]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(rows).not.toContain(secret);
      expect(logged()).not.toContain(secret);
    }
  });

  test('works once: state and code cannot be used again', async () => {
    await next(world.oauth, provider, { person: person() });
    const popup = await openPopup(world.app, provider);
    const { code, address } = await comeBack(popup);
    const replayed = await popup.browser.visit(address);
    expect(replayed.status).toBe(400);
    expect(newsOf(await replayed.text())).toEqual({ event: '', next: '', code: '', fault: '' });
    expect((await redeem(popup, code)).json).toHaveProperty('idToken');
    expect(refusalOf((await redeem(popup, code)).json)).toMatch(UNKNOWN);
  });

  test('gives its result to the holder of the session id; other callers cannot use up the code', async () => {
    await next(world.oauth, provider, { person: person() });
    const popup = await openPopup(world.app, provider);
    const { code } = await comeBack(popup);
    const eavesdropper = { ...popup, sessionId: 'f'.repeat(64) };
    expect(refusalOf((await redeem(eavesdropper, code)).json)).toMatch(UNKNOWN);
    expect(refusalOf((await redeem(popup, 'another code')).json)).toMatch(UNKNOWN);
    expect((await redeem(popup, code)).json).toHaveProperty('idToken');
  });

  test('of two concurrent redemptions one signs in, also in another process', async () => {
    const beside = await startBeside(world);
    await next(world.oauth, provider, { person: person() });
    const popup = await openPopup(world.app, provider);
    const { code } = await comeBack(popup);
    const answers = await Promise.all(
      [world.app, beside, world.app, beside].map((app) => signInWithIdp(app, handlerRequest(world.app, popup, code))),
    );
    expect(answers.filter(({ json }) => 'idToken' in json)).toHaveLength(1);
    await beside.stop();
  });

  test('expires after ten minutes, before and after the visit to the provider', async () => {
    await next(world.oauth, provider, { person: person() });
    const late = await openPopup(world.app, provider);
    await world.db.execute(
      sql`update provider_requests set expires_at = now() - interval '1 minute' where used_at is null`,
    );
    expect(await comeBack(late)).toMatchObject({ status: 400, code: '', fault: '' });

    await next(world.oauth, provider, { person: person() });
    const popup = await openPopup(world.app, provider);
    const { code } = await comeBack(popup);
    await world.db.execute(
      sql`update provider_requests set expires_at = now() - interval '1 minute' where used_at is null`,
    );
    expect(refusalOf((await redeem(popup, code)).json)).toMatch(UNKNOWN);
    await world.services.providers.cleanUp();
    expect((await world.db.execute(sql`select 1 from provider_requests where expires_at <= now()`)).rows).toEqual([]);
  });

  test('gives the reason of a failure: declined, provider down, invalid response', async () => {
    const call = provider === 'google.com' ? 'google.token' : 'facebook.token';
    await next(world.oauth, provider, { error: 'access_denied' });
    expect(await comeBack(await openPopup(world.app, provider))).toMatchObject({
      status: 200,
      code: '',
      fault: 'user-cancelled',
    });
    await next(world.oauth, provider, { error: 'server_error' });
    expect(await comeBack(await openPopup(world.app, provider))).toMatchObject({ fault: 'internal-error' });
    for (const [fail, fault] of [
      [{ status: 503 }, 'network-request-failed'],
      [{ hangup: true }, 'network-request-failed'],
      [{ status: 400, body: { error: 'invalid_grant' } }, 'internal-error'],
      [{ status: 200, body: { access_token: 7 } }, 'internal-error'],
    ] as const) {
      await control(world.oauth, { reset: true });
      await next(world.oauth, provider, { person: person() });
      await control(world.oauth, { fail: { call, ...fail } });
      expect(await comeBack(await openPopup(world.app, provider)), JSON.stringify(fail)).toMatchObject({
        status: 200,
        code: '',
        fault,
      });
    }
  });

  test('is in French for a French page, at the start and at the return', async () => {
    await next(world.oauth, provider, { person: person() });
    const popup = await openPopup(world.app, provider, { lang: 'fr' });
    expect(popup.startHtml).toContain('<html lang="fr">');
    expect(popup.startHtml).toContain('Un instant');
    expect((await comeBack(popup)).html).toContain('Fermer cette fenêtre');
  });

  test('has a consent page to choose a person, create one, or decline', async () => {
    const choose = async (form: Record<string, string>) => {
      const popup = await openPopup(world.app, provider, { lang: 'fr' });
      const { address, response } = await popup.browser.follow(popup.next);
      const html = await response.text();
      expect(html).toContain('<html lang="fr">');
      const back = await popup.browser.follow(address, { method: 'POST', body: new URLSearchParams(form) });
      return { popup, html, news: newsOf(await back.response.text()), status: back.response.status };
    };
    const { html, news: cancelled } = await choose({ cancel: 'yes' });
    expect(cancelled.fault).toBe('user-cancelled');
    expect(html).toContain('Jonas Keller');
    const id = /value="(\d+)">\s*Jonas Keller/.exec(html)?.[1] ?? '';
    const chosen = await choose({ person: id });
    expect((await redeem(chosen.popup, chosen.news.code)).json).toMatchObject({ email: 'jonas.keller@example.com' });
    const invented = await choose({ name: 'Zoé', email: 'Zoe@Example.com', verified: 'yes' });
    expect((await redeem(invented.popup, invented.news.code)).json).toMatchObject({
      email: 'zoe@example.com',
      displayName: 'Zoé',
      emailVerified: provider === 'google.com',
    });
    expect((await choose({ name: 'Zoé', email: 'nonsense' })).status).toBe(400);
    const { grants } = await ledger(world.oauth);
    expect(grants).toHaveLength(2);
  });
});

describe('the start page', () => {
  test('refuses origins that are not ours', async () => {
    const wrong: Record<string, string>[] = [
      { provider: 'apple.com' },
      { sessionHash: 'short' },
      { eventId: '"><script>' },
      { purpose: 'everything' },
    ];
    for (const more of wrong) {
      const { start, next: address } = await openPopup(world.app, 'google.com', more);
      expect(start.status, JSON.stringify(more)).toBe(400);
      expect(address).toBe('');
    }
  });

  test('reports when one network opened too many popups', async () => {
    const busy = await startBeside(world);
    await Promise.all(
      Array.from({ length: 500 }, () => busy.services.limits.consume({ 'popups-per-address': '127.0.0.1' })),
    );
    const faults: string[] = [];
    for (let left = 101; left > 0 && faults.length === 0; left--) {
      const { startHtml } = await openPopup(world.app, 'facebook.com');
      if (newsOf(startHtml).fault !== '') faults.push(newsOf(startHtml).fault);
    }
    expect(faults).toEqual(['too-many-requests']);
    await world.db.execute(sql`delete from rate_limits`);
    await busy.stop();
  });
});

describe('a site without providers', () => {
  let bare: World;
  beforeAll(async () => {
    bare = await startBuiltWorld({
      GOOGLE_CLIENT_ID: '',
      GOOGLE_CLIENT_SECRET: '',
      FACEBOOK_APP_ID: '',
      FACEBOOK_APP_SECRET: '',
    });
  });
  afterAll(() => bare.close());

  test.each(PROVIDERS)('shows a message for %s', async (provider) => {
    const { startHtml } = await openPopup(bare.app, provider);
    expect(newsOf(startHtml)).toMatchObject({ next: '', fault: 'operation-not-allowed' });
    const { json } = await signInWithIdp(bare.app, {
      requestUri: 'http://localhost',
      postBody: `id_token=a.b.c&providerId=${provider}`,
    });
    expect(json).toMatchObject({ error: { message: 'OPERATION_NOT_ALLOWED : This provider is not set up.' } });
  });
});

describe('while Google is down', () => {
  let cut: World;
  beforeAll(async () => {
    cut = await startBuiltWorld({ GOOGLE_ISSUER: 'http://127.0.0.1:9' });
  });
  afterAll(() => cut.close());

  test('the popup shows a message, and a credential is neither accepted nor refused', async () => {
    const { startHtml } = await openPopup(cut.app, 'google.com');
    expect(newsOf(startHtml).fault).toBe('network-request-failed');
    const answer = await fetch(`${cut.app.url}/identity/v1/accounts:signInWithIdp?key=cairn-web`, {
      method: 'POST',
      body: JSON.stringify({ requestUri: 'http://localhost', postBody: 'id_token=a.b.c&providerId=google.com' }),
    });
    // Not in a format that the SDK would read as a verdict.
    expect(answer.status).toBe(503);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  });
});

describe('a popup at its return', () => {
  afterEach(() => control(world.oauth, { reset: true }));

  test('visited twice concurrently continues once', async () => {
    await next(world.oauth, 'facebook.com', { person: person() });
    const popup = await openPopup(world.app, 'facebook.com');
    const back = (await popup.browser.visit(popup.next)).headers.get('location')!;
    await control(world.oauth, { hold: { call: 'facebook.token', when: 'before' } });
    const first = popup.browser.visit(back).then((response) => response.text());
    await held(world.oauth, 'facebook.token');
    expect((await popup.browser.visit(back)).status).toBe(400);
    await control(world.oauth, { release: { call: 'facebook.token' } });
    expect(newsOf(await first).code).not.toBe('');
  });
});
