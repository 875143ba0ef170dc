import { useMemo } from 'react';
import type { Caller } from '../api.ts';
import { loadChunk } from './load-chunk.ts';
import { type OpenedSession, useOpenedSession } from './opened-session.ts';

export type PasskeyActions = {
  /** Signs in with a passkey; `inField`: once the person picks one where the address is typed. */
  signIn(options?: { inField?: boolean; signal?: AbortSignal }): Promise<void>;
  /** Ends a ceremony that waits for the person. */
  cancel(): Promise<void>;
  /** Proves once more who is signed in: a new session takes the place of this one. */
  reauthenticate(): Promise<void>;
  create(caller: Caller): Promise<void>;
};

const load = async () => (await loadChunk(() => import('./passkey-ceremonies.ts'))).ceremonies;

/** What a person can do with passkeys. Each rejects with codes of `passkeyMessage`, ApiError, or the SDK's errors. */
export function usePasskeyActions(): PasskeyActions {
  const session = useOpenedSession();
  return useMemo(() => createPasskeyActions(session), [session]);
}

function createPasskeyActions({ open, asUser }: OpenedSession): PasskeyActions {
  return {
    async signIn(options) {
      const token = await (await load()).customToken(options);
      const { sdk, auth } = await open();
      await sdk.choosePersistence(auth);
      await sdk.signInWithCustomToken(auth, token);
    },
    cancel: async () => (await load()).cancel(),
    reauthenticate: () =>
      asUser(async (user, { sdk, auth }) => {
        const before = await user.getIdToken();
        const token = await (await load()).customToken({ caller: { token: () => user.getIdToken() } });
        await sdk.signInWithCustomToken(auth, token);
        await sdk.revokeAccessToken(auth, before).catch(() => undefined);
      }),
    create: async (caller) => void (await (await load()).create(caller)),
  };
}
