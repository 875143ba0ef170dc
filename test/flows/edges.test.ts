import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chrome } from '#src/i18n/fr/chrome.ts';
import { createAccount } from '#test/support/accounts.ts';
import { capturedLog } from '#test/support/captured-log.ts';
import { until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

/** Requests that no page of ours sends. Each gets the right 4xx, never a 5xx. */

const { log, text: logged } = capturedLog();
let world: World;
beforeAll(async () => {
  world = await startBuiltWorld({ REQUEST_BODY_SECONDS: '1', UPLOAD_IDLE_SECONDS: '1' }, log);
});
afterAll(() => world?.close());

type Ask = { method?: string; body?: string; headers?: Record<string, string> };
const ask = (path: string, { method = 'GET', body, headers = {} }: Ask = {}) =>
  fetch(world.app.url + path, {
    method,
    headers: { 'accept-language': 'fr', ...headers },
    redirect: 'manual',
    ...(body !== undefined && { body }),
  });

/** Log lines at level error. */
const errors = () => logged().match(/^.*"level":"?(?:error|50)\b.*$/gm) ?? [];

describe('a request with two Host headers', () => {
  const raw = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(world.app.url).port), '127.0.0.1').setEncoding('utf8');
      let answer = '';
      socket.on('data', (part: string) => (answer += part));
      socket.on('error', reject);
      socket.on('close', () => resolve(answer));
      socket.write(text);
    });
  const own = () => new URL(world.app.url).host;

  it.each(['/', '/healthz', '/api/offers', '/identity/v1/projects?key=cairn-web', '/nothing'])(
    'is refused with 400, and its connection ends: %s',
    async (path) => {
      for (const second of [own(), 'evil.example', ''])
        expect(
          await raw(`GET ${path} HTTP/1.1\r\nHost: ${own()}\r\nX-A: b\r\nhOsT: ${second}\r\n\r\n`),
          second,
        ).toMatch(/^HTTP\/1\.1 400 [\s\S]*connection: close/i);
    },
  );

  it('the request behind it on the connection is not answered', async () => {
    const answer = await raw(
      `GET /healthz HTTP/1.1\r\nHost: ${own()}\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: ${own()}\r\n\r\n`,
    );
    expect(answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
  });

  it('one Host header is enough', async () => {
    const answer = await raw(`GET /healthz HTTP/1.1\r\nHost: ${own()}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('wrong methods, addresses and types', () => {
  afterAll(() => expect(errors()).toEqual([]));

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PROPFIND'])(
    '%s on a page → 405 with Allow and our page in the right language; on an unknown path → 404',
    async (method) => {
      for (const path of ['/', '/plans', '/profile', '/checkout/france-3gb', '/plans/local/france?plan=france-3gb']) {
        const answer = await ask(path, { method });
        expect(answer.status, path).toBe(405);
        expect(answer.headers.get('allow')).toBe('GET, HEAD');
        expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
        const page = await answer.text();
        expect(page).toContain('<html lang="fr">');
        expect(page).toContain(chrome.methodNotAllowed.title);
      }
      const nowhere = await ask('/nothing', { method });
      expect(nowhere.status).toBe(404);
      expect(await nowhere.text()).toContain('<html lang="fr">');
    },
  );

  it.each([
    '/plans%0a',
    '/plans%e2%80%a8',
    '/plans%e2%80%a9',
    '/%0d',
    '/api%0a',
    '/assets/%0a',
    '/plans%0a?x=1',
    '/plans%ff',
    '/plans%',
  ])('%s, an unknown path → 404 with our page', async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await ask(path, { method });
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await answer.text()).toContain(chrome.notFound.title);
    }
  });

  it('a wrong method on an API call or a file → 405 with Allow', async () => {
    for (const [method, path, allow] of [
      ['PUT', '/api/offers', 'GET, HEAD'],
      ['DELETE', '/api/orders', 'GET, HEAD, POST'],
      ['GET', '/api/account/photo', 'PUT, DELETE'],
      ['POST', '/healthz', 'GET, HEAD'],
      ['GET', '/webhooks/stripe', 'POST'],
      ['POST', '/oauth/start', 'GET, HEAD'],
      ['POST', '/photos/x.webp', 'GET, HEAD'],
      ['DELETE', '/orders/x/open', 'GET, HEAD'],
      ['POST', '/.well-known/jwks.json', 'GET, HEAD'],
    ] as const) {
      const answer = await ask(path, { method });
      expect(answer.status, path).toBe(405);
      expect(answer.headers.get('allow'), path).toBe(allow);
    }
    const api = await ask('/api/offers', { method: 'PUT' });
    expect(await api.json()).toEqual({
      error: { code: 'method-not-allowed', message: 'Cette adresse n’accepte pas ce type de requête.' },
    });
    expect((await ask('/api/nothing', { method: 'PUT' })).status).toBe(404);

    const wire = await ask('/identity/v1/accounts:signUp?key=cairn-web', { method: 'DELETE' });
    expect([wire.status, wire.headers.get('allow')]).toEqual([405, 'POST']);
    expect(await wire.json()).toMatchObject({ error: { code: 405, message: 'METHOD_NOT_ALLOWED : No such call.' } });
  });

  it('JSON under another content type → 415', async () => {
    const { idToken } = await createAccount(world.app);
    for (const [method, path, type] of [
      ['POST', '/api/orders', 'text/plain'],
      ['POST', '/api/orders', 'application/x-www-form-urlencoded'],
      ['PUT', '/api/account/locale', 'text/plain'],
    ] as const) {
      const headers = { 'content-type': type, authorization: `Bearer ${idToken}` };
      const answer = await ask(path, { method, headers, body: '{"locale":"fr"}' });
      expect(answer.status).toBe(415);
      expect(await answer.json()).toMatchObject({ error: { code: 'unsupported-media-type' } });
    }
  });

  it('offers are cached per language: Vary names X-Locale', async () => {
    const varies = async (headers: Record<string, string>) =>
      (await ask('/api/offers', { headers })).headers.get('vary')?.split(', ');
    expect(await varies({ 'x-locale': 'en' })).toEqual(['X-Locale', 'Accept-Encoding']);
    expect(await varies({ 'accept-language': 'fr' })).toEqual(
      expect.arrayContaining(['X-Locale', 'Cookie', 'Accept-Language']),
    );
  });
});

describe('slow request bodies', () => {
  /** Sends a head and then what `drip` sends, until the response arrives and the connection closes. */
  function slowly(head: string, drip?: (send: (text: string) => void) => () => void): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(world.app.url).port), '127.0.0.1').setEncoding('utf8');
      let answer = '';
      socket.write(`${head}\r\nHost: 127.0.0.1\r\n`);
      const stop = drip?.((text) => socket.writable && socket.write(text));
      socket.on('data', (text: string) => (answer += text));
      socket.on('error', reject);
      socket.on('close', () => {
        stop?.();
        resolve(answer);
      });
    });
  }
  /** One byte each 100 ms, at most `bytes`: what follows a complete body would be another request. */
  const dripping = (send: (text: string) => void, bytes = Infinity) => {
    let left = bytes;
    const timer = setInterval(() => (left -= 1) >= 0 && send(' '), 100);
    return () => clearInterval(timer);
  };

  it('a JSON body that never ends → 408 at the total time limit, even while data arrives', async () => {
    const answer = await slowly('POST /api/orders HTTP/1.1', (send) => {
      send('Content-Type: application/json\r\nContent-Length: 9000\r\n\r\n{');
      return dripping(send);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"code":"request-timeout"');
    const chunked = await slowly('POST /api/orders HTTP/1.1', (send) => {
      send('Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n');
      return () => undefined;
    });
    expect(chunked).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('a body on the identity API → 408 in plain text, which does not sign the user out', async () => {
    const answer = await slowly('POST /identity/v1/accounts:lookup?key=cairn-web HTTP/1.1', (send) => {
      send('Content-Type: application/json\r\nContent-Length: 9000\r\n\r\n{');
      return dripping(send);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*content-type: text\/plain/i);
  });

  it('an upload may take longer while data arrives, and → 408 once it stalls', async () => {
    const { idToken } = await createAccount(world.app);
    const head = `PUT /api/account/photo HTTP/1.1`;
    const headers = `Authorization: Bearer ${idToken}\r\nContent-Type: image/png\r\nContent-Length: 30\r\n\r\n`;
    // 30 bytes, one each 100 ms: three times the idle limit in total.
    const moving = await slowly(head, (send) => {
      send(`Connection: close\r\n${headers}`);
      return dripping(send, 30);
    });
    expect(moving).toMatch(/^HTTP\/1\.1 400 /);
    expect(moving).toContain('"field":"photo"');
    const stalled = await slowly(head, (send) => {
      send(`${headers}x`);
      return () => undefined;
    });
    expect(stalled).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('a client that disconnects during a body causes no error', async () => {
    const before = errors().length;
    const socket = connect(Number(new URL(world.app.url).port), '127.0.0.1');
    const seen = () => logged().match(/"path":"\/api\/orders"/g)?.length ?? 0;
    const requests = seen();
    socket.write(
      'POST /api/orders HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{',
      () => setImmediate(() => socket.destroy()),
    );
    await until(async () => seen() > requests, { what: 'the request is over' });
    expect(errors().length).toBe(before);
  });
});
