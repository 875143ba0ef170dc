import type { PhoneAuthCredential } from 'firebase/auth';
import { useMemo } from 'react';
import { type OpenedSession, useOpenedSession } from './opened-session.ts';
import { publishUser } from './session.ts';
import { type SentCode, textCode } from './text-code.ts';

export type PhoneActions = {
  /** Texts a code to a number (E.164), after a proof of work. */
  sendCode(phoneNumber: string): Promise<SentCode>;
  /** Signs in with the code; a number without an account gets one. */
  signIn(sent: SentCode, code: string): Promise<void>;
  /** Assigns the number to the signed-in account; it replaces an earlier one. */
  setNumber(sent: SentCode, code: string): Promise<void>;
  /** Re-authenticates the signed-in user. */
  reauthenticate(sent: SentCode, code: string): Promise<void>;
};

/** Actions of a phone number. Each rejects with the SDK's error: see `authErrorMessage`. */
export function usePhoneActions(): PhoneActions {
  const session = useOpenedSession();
  return useMemo(() => createPhoneActions(session), [session]);
}

function createPhoneActions({ open, asUser }: OpenedSession): PhoneActions {
  const credentialOf = async ({ verificationId }: SentCode, code: string): Promise<PhoneAuthCredential> => {
    const { sdk } = await open();
    return sdk.PhoneAuthProvider.credential(verificationId, code);
  };
  return {
    sendCode: async (phoneNumber) => textCode(await open(), phoneNumber),
    async signIn(sent, code) {
      const { sdk, auth } = await open();
      await sdk.choosePersistence(auth);
      await sdk.signInWithCredential(auth, await credentialOf(sent, code));
    },
    setNumber: (sent, code) =>
      asUser(async (user, { sdk }) => {
        const credential = await credentialOf(sent, code);
        if (user.phoneNumber === null) await sdk.linkWithCredential(user, credential);
        else await sdk.updatePhoneNumber(user, credential);
        publishUser(user);
      }),
    reauthenticate: (sent, code) =>
      asUser(async (user, { sdk }) => {
        await sdk.reauthenticateWithCredential(user, await credentialOf(sent, code));
      }),
  };
}
