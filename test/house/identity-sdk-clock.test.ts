import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import type { Auth, Persistence, PopupRedirectResolver, User } from 'firebase/auth';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PopupEvents } from '#src/web/session/popup/events.ts';
import { refreshAhead } from '#src/web/session/refresh-ahead.ts';
import { loadBrowserSdk } from '#test/support/browser-sdk.ts';

/** The times in section 9 of the specification, with the SDK's browser build and a fake clock. */
const browser = vi.hoisted(() => {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  // As on a phone: there the SDK polls local storage, because events of other tabs get lost.
  const navigator = {
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
    onLine: true,
    language: 'en',
  };
  const read: string[] = [];
  const stand = {
    window: globalThis,
    self: globalThis,
    navigator,
    location: new URL('http://127.0.0.1/'),
    document: { readyState: 'complete', addEventListener: () => undefined, visibilityState: 'visible' },
    localStorage: { ...storage, getItem: (key: string) => (read.push(key), null) },
    sessionStorage: storage,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  };
  for (const [name, value] of Object.entries(stand))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  return { read };
});
const sdk = await loadBrowserSdk();

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let app: FirebaseApp;
let auth: Auth;
/** Times of calls to the token endpoint, in ms after the start. */
let refreshes: number[];
let start: number;
let network: 'up' | 'down' | 'silent';

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token like the server's, valid for one hour. */
function idToken(): string {
  const now = Math.floor(Date.now() / SECOND);
  return `${base64({ alg: 'RS256' })}.${base64({ sub: 'me', iat: now, exp: now + 3_600, auth_time: now, firebase: { sign_in_provider: 'password' } })}.x`;
}

/** A response that resolves at once. A real one would take turns of the event loop, in which the clock moves on. */
const answer = (body: object) => ({ ok: true, status: 200, json: async () => body }) as Response;

async function server(input: string | URL | Request): Promise<Response> {
  const url = String(input);
  if (url.includes('/token')) refreshes.push(Date.now() - start);
  if (network === 'down') throw new TypeError('Failed to fetch');
  if (network === 'silent') return new Promise(() => undefined);
  const token = { idToken: idToken(), refreshToken: 'refresh', expiresIn: '3600' };
  if (url.includes('/token'))
    return answer({
      access_token: token.idToken,
      id_token: token.idToken,
      refresh_token: 'refresh',
      expires_in: '3600',
    });
  if (url.includes(':lookup'))
    return answer({
      users: [{ localId: 'me', email: 'me@example.com', createdAt: '1', lastLoginAt: '1', providerUserInfo: [] }],
    });
  return answer({ localId: 'me', email: 'me@example.com', ...token });
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T08:00:00Z') });
  vi.stubGlobal('fetch', server);
  [refreshes, network, start] = [[], 'up', Date.now()];
  app = initializeApp({ apiKey: 'cairn-web', projectId: 'cairn' }, randomUUID());
  auth = sdk.initializeAuth(app, { persistence: sdk.inMemoryPersistence });
});
afterEach(async () => {
  await deleteApp(app);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function signedIn(): Promise<User> {
  refreshAhead(app);
  const { user } = await sdk.signInWithEmailAndPassword(auth, 'me@example.com', 'password of mine');
  return user;
}

describe('tokens', () => {
  test('are refreshed 5 minutes before they expire, again and again', async () => {
    await signedIn();
    await vi.advanceTimersByTimeAsync(55 * MINUTE - 1);
    expect(refreshes).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(refreshes).toEqual([55 * MINUTE]);
    await vi.advanceTimersByTimeAsync(55 * MINUTE);
    expect(refreshes).toEqual([55 * MINUTE, 110 * MINUTE]);
  });

  test('are retried after 30 s, doubling up to 16 minutes, while the network is down; then as before', async () => {
    const user = await signedIn();
    network = 'down';
    await vi.advanceTimersByTimeAsync(55 * MINUTE + 80 * MINUTE);
    const pauses = refreshes.slice(1).map((at, turn) => (at - refreshes[turn]!) / SECOND);
    expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 960, 960, 960]);
    expect(auth.currentUser).toBe(user);

    network = 'up';
    await vi.advanceTimersByTimeAsync(16 * MINUTE);
    const recovered = refreshes.at(-1)!;
    const tries = refreshes.length;
    network = 'down';
    await vi.advanceTimersByTimeAsync(recovered + 55 * MINUTE + 30 * SECOND - (Date.now() - start));
    expect(refreshes.slice(tries)).toEqual([recovered + 55 * MINUTE, recovered + 55 * MINUTE + 30 * SECOND]);
  });
});

test('a call times out after 30 s', async () => {
  network = 'silent';
  let outcome: unknown = 'waiting';
  void sdk
    .signInWithEmailAndPassword(auth, 'me@example.com', 'password of mine')
    .catch((error: unknown) => (outcome = error));
  await vi.advanceTimersByTimeAsync(30 * SECOND - 1);
  expect(outcome).toBe('waiting');
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toMatchObject({ code: 'auth/network-request-failed' });
});

describe('a popup', () => {
  /** A popup resolver whose popup the test closes. */
  function popups() {
    const windows: { closed: boolean }[] = [];
    const looks: number[] = [];
    class Resolver {
      async _initialize() {
        return new PopupEvents();
      }
      async _openPopup() {
        const state = { closed: false };
        windows.push(state);
        return {
          window: {
            get closed() {
              looks.push(Date.now() - start);
              return state.closed;
            },
          },
          associatedEvent: null,
          close: () => undefined,
        };
      }
      async _originValidation() {}
      _isIframeWebStorageSupported(_auth: Auth, answer: (supported: boolean) => void) {
        answer(true);
      }
    }
    return { windows, looks, resolver: Resolver as unknown as PopupRedirectResolver };
  }

  test('is polled every 2 s, and the call ends 8 s after the popup was closed', async () => {
    const { windows, looks, resolver } = popups();
    let outcome: unknown = 'waiting';
    void sdk.signInWithPopup(auth, new sdk.GoogleAuthProvider(), resolver).catch((error: unknown) => (outcome = error));
    await vi.advanceTimersByTimeAsync(5 * SECOND);
    expect(looks).toEqual([0, 2 * SECOND, 4 * SECOND]);
    windows[0]!.closed = true;
    await vi.advanceTimersByTimeAsync(SECOND + 8 * SECOND - 1);
    expect(outcome).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome).toMatchObject({ code: 'auth/popup-closed-by-user' });
  });

  test('is cancelled by the next one at once', async () => {
    const { windows, resolver } = popups();
    const outcomes: unknown[] = [];
    for (let popup = 0; popup < 2; popup++) {
      void sdk
        .signInWithPopup(auth, new sdk.GoogleAuthProvider(), resolver)
        .catch((error: unknown) => outcomes.push(error));
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(windows).toHaveLength(2);
    expect(outcomes).toMatchObject([{ code: 'auth/cancelled-popup-request' }]);
    windows[1]!.closed = true;
    await vi.advanceTimersByTimeAsync(10 * SECOND);
  });
});

/** The part of IndexedDB that the SDK needs to find sessions. `looked` records each look-up. */
function indexedDatabase(looked: string[]) {
  const answer = (result: unknown) => ({
    result,
    addEventListener: (name: string, done: () => void) => void (name === 'success' && queueMicrotask(done)),
  });
  const store = { get: () => answer(undefined), getAll: () => (looked.push('all'), answer([])) };
  const database = {
    objectStoreNames: { contains: () => true },
    transaction: () => ({ objectStore: () => store }),
    addEventListener: () => undefined,
    close: () => undefined,
  };
  return { open: () => answer(database) };
}

describe('sessions of other tabs', () => {
  const inDatabase: string[] = [];
  type Listening = {
    _addListener(key: string, listener: () => void): void;
    _removeListener(key: string, listener: () => void): void;
  };
  const make = (persistence: Persistence) => new (persistence as unknown as new () => Listening)();

  test.each<[string, () => Persistence, string[], number]>([
    ['are polled every 800 ms in IndexedDB', () => sdk.indexedDBLocalPersistence, inDatabase, 800],
    ['are polled every second in local storage, on phones', () => sdk.browserLocalPersistence, browser.read, 1_000],
  ])('%s', async (_where, persistence, looks, interval) => {
    vi.stubGlobal('indexedDB', indexedDatabase(inDatabase));
    const store = make(persistence());
    const listener = () => undefined;
    store._addListener('session', listener);
    looks.length = 0;
    await vi.advanceTimersByTimeAsync(interval - 1);
    expect(looks).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(looks.length).toBeGreaterThan(0);
    store._removeListener('session', listener);
    looks.length = 0;
    await vi.advanceTimersByTimeAsync(10 * interval);
    expect(looks).toEqual([]);
  });
});
