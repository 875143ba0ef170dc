import { useMemo } from 'react';
import type { Caller } from '../api.ts';
import { loadChunk } from './load-chunk.ts';
import { type OpenedSession, useOpenedSession } from './opened-session.ts';

export type PasskeyActions = {
  /** Signs in with a passkey; `inField`: when the user picks one in the address field. */
  signIn(options?: { inField?: boolean; signal?: AbortSignal }): Promise<void>;
  /** Aborts a pending ceremony. */
  cancel(): Promise<void>;
  /** Re-authenticates the signed-in user: a new session replaces this one. */
  reauthenticate(): Promise<void>;
  create(caller: Caller): Promise<void>;
};

const load = async () => (await loadChunk(() => import('./passkey-ceremonies.ts'))).ceremonies;

/** Actions of passkeys. Each rejects with codes of `passkeyMessage`, ApiError, or the SDK's errors. */
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
