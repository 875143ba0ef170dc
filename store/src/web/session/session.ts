import type { Auth, User } from 'firebase/auth';
import { useEffect, useSyncExternalStore } from 'react';
import { type Caller, GUEST } from '../api.ts';
import type { SdkConfig } from '../context.ts';
import { useRootData } from '../root-data.ts';
import { CHUNK_TIMEOUT_MS, loadChunk } from './load-chunk.ts';

/** The user's data for pages; a copy, so that a change is a new object. */
export type SessionUser = {
  uid: string;
  email: string | null;
  emailVerified: boolean;
  displayName: string | null;
  photoURL: string | null;
  /** Ways to sign in, as in the SDK: `password`, `google.com` … */
  providers: string[];
};

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | {
      status: 'signed-in';
      user: SessionUser;
      /** An ID token that is valid now. */ getToken(fresh?: boolean): Promise<string>;
    };

export type Sdk = (typeof import('./firebase.ts'))['sdk'];

const LOADING: SessionState = { status: 'loading' };
const SIGNED_OUT: SessionState = { status: 'signed-out' };
const RETRY_MS = 3_000;

// One per tab: the SDK is a singleton, and it synchronises tabs.
let opening: Promise<{ sdk: Sdk; auth: Auth }> | undefined;
let state: SessionState = LOADING;
let stuck = false;
const listeners = new Set<() => void>();

/**
 * The SDK, imported on first use. Rejects with `chunk-load-failed` when its script does not load; the next call
 * retries.
 */
export function openSession(config: SdkConfig): Promise<{ sdk: Sdk; auth: Auth }> {
  opening ??= load(config).catch((error: unknown) => {
    opening = undefined;
    throw error;
  });
  return opening;
}

async function load(config: SdkConfig) {
  const { sdk } = await loadChunk(() => import('./firebase.ts'));
  const auth = sdk.createAuth(config);
  sdk.onIdTokenChanged(auth, publishUser);
  return { sdk, auth };
}

/** Publishes a change of the user without a new token, such as a verified address after a reload. */
export function publishUser(user: User | null): void {
  state =
    user === null
      ? SIGNED_OUT
      : { status: 'signed-in', user: copyOf(user), getToken: (fresh) => user.getIdToken(fresh) };
  stuck = false;
  announce();
}

function announce(): void {
  for (const listener of listeners) listener();
}

function copyOf({ uid, email, emailVerified, displayName, photoURL, providerData }: User): SessionUser {
  const providers = providerData.map(({ providerId }) => providerId);
  return { uid, email, emailVerified, displayName, photoURL, providers };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session of this browser; loading starts with the first page that uses it. On the server it is always loading. */
export function useSession(): SessionState {
  const { identity } = useRootData();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const began = Date.now();
    const open = () =>
      openSession(identity).catch(() => {
        if (left) return;
        sayStuck();
        if (Date.now() - began < CHUNK_TIMEOUT_MS) timer = setTimeout(() => void open(), RETRY_MS);
      });
    void open();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [identity]);
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => LOADING,
  );
}

/** True while the script of the session has failed to load; the page retries for a while. */
export function useSessionStuck(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => stuck,
    () => false,
  );
}

function sayStuck(): void {
  stuck = true;
  announce();
}

/** The signed-in user of a session, or a guest, as a caller of our API. */
export function callerOf(session: SessionState): Caller {
  return session.status === 'signed-in' ? { token: (fresh) => session.getToken(fresh) } : GUEST;
}

/** The ID token of the current user; null without one. */
export function currentToken(fresh?: boolean): Promise<string | null> {
  return state.status === 'signed-in' ? state.getToken(fresh) : Promise.resolve(null);
}

/** The session once it is known; signed out at once on pages that never used one. */
export function settledSession(): Promise<SessionState> {
  if (opening === undefined) return Promise.resolve(SIGNED_OUT);
  if (state.status !== 'loading') return Promise.resolve(state);
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      stop();
      resolve(state);
    });
  });
}
