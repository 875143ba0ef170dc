import type { User } from 'firebase/auth';
import { useMemo } from 'react';
import { paths } from '../../shared/paths.ts';
import { callApi } from '../api.ts';
import { type OpenedSession, useOpenedSession } from './opened-session.ts';
import type { ProviderId } from './provider-names.ts';
import { withSecondStep } from './second-step.ts';
import { publishUser } from './session.ts';
import { withProof } from './with-proof.ts';

export type AccountActions = {
  /** Mails a link to the new address; the change happens when it is opened. */
  requestAddressChange(newEmail: string): Promise<void>;
  /** Sets or replaces the password; sessions elsewhere end. */
  setPassword(password: string): Promise<void>;
  unlink(provider: ProviderId | 'phone'): Promise<void>;
  deleteAccount(): Promise<void>;
  /** Proves once more who is signed in, with the password. */
  reauthenticate(password: string): Promise<void>;
  /** Reads the account anew, after a change that did not go through the SDK. */
  reload(): Promise<void>;
};

/**
 * What a person can do to their account. Each rejects with the SDK's error: see `authErrorMessage`; those that matter
 * for its safety with `auth/requires-recent-login`: see `useRecentLogin`.
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
        // What this store keeps goes; the identity is Google's to delete.
        const caller = { token: (fresh?: boolean) => user.getIdToken(fresh) };
        await callApi(paths.api.account(), { method: 'DELETE', caller });
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
