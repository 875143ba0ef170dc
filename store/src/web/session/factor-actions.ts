import { BRAND } from '../../shared/brand.ts';
import type { TotpSecret } from 'firebase/auth';
import { useMemo } from 'react';
import { type OpenedSession, useOpenedSession } from './opened-session.ts';
import { publishUser } from './session.ts';
import { type SentCode, textCode } from './text-code.ts';

/** An authenticator app during its set-up: its key, and the URL for a QR code. */
export type NewApp = { key: string; address: string; secret: TotpSecret };

export type FactorActions = {
  startApp(): Promise<NewApp>;
  /** Enrols the app with its first code. */
  finishApp(app: NewApp, code: string, name: string): Promise<void>;
  /** Texts a code to a number (E.164) that becomes a second factor. */
  startPhone(phoneNumber: string): Promise<SentCode>;
  /** Enrols the phone with that code. */
  finishPhone(sent: SentCode, code: string): Promise<void>;
  remove(factorId: string): Promise<void>;
};

/** Actions on second factors. Each rejects with the SDK's error. */
export function useFactorActions(): FactorActions {
  const session = useOpenedSession();
  return useMemo(() => createFactorActions(session), [session]);
}

function createFactorActions({ asUser }: OpenedSession): FactorActions {
  return {
    startApp: () =>
      asUser(async (user, { sdk }) => {
        const secret = await sdk.TotpMultiFactorGenerator.generateSecret(await sdk.multiFactor(user).getSession());
        return { key: secret.secretKey, address: secret.generateQrCodeUrl(user.email ?? '', BRAND), secret };
      }),
    finishApp: ({ secret }, code, name) =>
      asUser(async (user, { sdk }) => {
        const assertion = sdk.TotpMultiFactorGenerator.assertionForEnrollment(secret, code);
        await sdk.multiFactor(user).enroll(assertion, name);
        publishUser(user);
      }),
    startPhone: (phoneNumber) =>
      asUser(async (user, opened) => {
        const session = await opened.sdk.multiFactor(user).getSession();
        return textCode(opened, phoneNumber, { phoneNumber, session });
      }),
    finishPhone: ({ verificationId }, code) =>
      asUser(async (user, { sdk }) => {
        const credential = sdk.PhoneAuthProvider.credential(verificationId, code);
        await sdk.multiFactor(user).enroll(sdk.PhoneMultiFactorGenerator.assertion(credential));
        publishUser(user);
      }),
    remove: (factorId) =>
      asUser(async (user, { sdk }) => {
        await sdk.multiFactor(user).unenroll(factorId);
        publishUser(user);
      }),
  };
}
