import type { User } from 'firebase/auth';
import { useMemo } from 'react';
import { callApi } from '../api.ts';
import { type OpenedSession, useOpenedSession } from './opened-session.ts';
import type { ProviderId } from './provider-names.ts';
import { withSecondStep } from './second-step.ts';
import { publishUser } from './session.ts';
import { withProof } from './with-proof.ts';

export type AccountActions = {
  /** Mails a link to the new address; the change takes effect when it is opened. */
  requestAddressChange(newEmail: string): Promise<void>;
  /** Sets or replaces the password; other sessions end. */
  setPassword(password: string): Promise<void>;
  unlink(provider: ProviderId | 'phone'): Promise<void>;
  deleteAccount(): Promise<void>;
  /** Re-authenticates the signed-in user with the password. */
  reauthenticate(password: string): Promise<void>;
  /** Reads the account again, after a change outside the SDK. */
  reload(): Promise<void>;
};

/**
 * Actions on the account. Each rejects with the SDK's error: see `authErrorMessage`; security-sensitive ones with
 * `auth/requires-recent-login`: see `useRecentLogin`.
 */
export function useAccountActions(): AccountActions {
  const session = useOpenedSession();
  return useMemo(() => createAccountActions(session), [session]);
}

function createAccountActions({ isHosted, asUser }: OpenedSession): AccountActions {
  return {
    requestAddressChange: (newEmail) => asUser((user, { sdk }) => sdk.verifyBeforeUpdateEmail(user, newEmail)),
    setPassword: (password) => asUser((user, { sdk }) => sdk.updatePassword(user, password)),
    unlink: (provider) =>
      asUser(async (user, { sdk }) => {
        await sdk.unlink(user, provider);
        await reread(user);
      }),
    deleteAccount: () =>
      asUser(async (user, { sdk, auth }) => {
        if (!isHosted) return sdk.deleteUser(user);
        // Deletes this store's data; Google deletes the identity.
        const caller = { token: (fresh?: boolean) => user.getIdToken(fresh) };
        await callApi('delete /account', { caller });
        await sdk.signOut(auth);
      }),
    reauthenticate: (password) =>
      asUser(async (user, opened) => {
        const { sdk } = opened;
        const email = user.email ?? '';
        const credential = sdk.EmailAuthProvider.credential(email, password);
        await withSecondStep(opened, () =>
          withProof('sign-in', email, () => sdk.reauthenticateWithCredential(user, credential)),
        );
      }),
    reload: () => asUser(reread),
  };
}

async function reread(user: User): Promise<void> {
  await user.reload();
  publishUser(user);
}
