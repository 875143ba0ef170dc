import {
  platformAuthenticatorIsAvailable,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type { PasskeyView } from '../../http/api/account-views.ts';
import { codeOf } from '../../shared/errors.ts';
import { paths } from '../../shared/paths.ts';
import { type Caller, callApi } from '../api.ts';

type TokenRequest = { caller?: Caller; inField?: boolean; signal?: AbortSignal };

type Ceremony<Options> = { ceremony: string; options: Options };

/**
 * The browser's side of passkeys; only imported lazily (passkeys.ts). Functions reject with ApiError, or with a code:
 * `passkey-dismissed` (the user closed the dialog, or a time-out), `passkey-exists`, `passkey-failed`.
 */
export const ceremonies = {
  /** Creates a passkey for the signed-in user. Requires a recent sign-in. */
  async create(caller: Caller): Promise<PasskeyView> {
    const { ceremony, options } = await callApi<Ceremony<PublicKeyCredentialCreationOptionsJSON>>(
      paths.api.passkeyEnrolment(),
      { method: 'POST', caller },
    );
    const response = await asked(() => startRegistration({ optionsJSON: options }));
    const { passkey } = await callApi<{ passkey: PasskeyView }>(paths.api.passkeys(), {
      method: 'POST',
      caller,
      body: { ceremony, response },
    });
    return passkey;
  },

  /**
   * A custom token for the account of a passkey. `inField`: the browser offers passkeys in the address field, and the
   * promise waits for a choice. With a caller it must be a passkey of that account. `signal`: aborts, because a later
   * ceremony may have begun, which this one would end.
   */
  async customToken({ caller, inField = false, signal }: TokenRequest = {}): Promise<string> {
    const { ceremony, options } = await callApi<Ceremony<PublicKeyCredentialRequestOptionsJSON>>(
      paths.api.passkeyChallenge(),
      { method: 'POST', caller },
    );
    if (signal?.aborted) throw dismissed();
    const response = await asked(() => startAuthentication({ optionsJSON: options, useBrowserAutofill: inField }));
    try {
      const body = { ceremony, response };
      const answer = await callApi<{ customToken: string }>(paths.api.passkeySignIn(), { method: 'POST', body });
      return answer.customToken;
    } catch (error) {
      // Tells the device to forget a passkey that was removed here, where the browser supports it.
      if (codeOf(error) === 'passkey-unknown' && options.rpId !== undefined) await forget(options.rpId, response.id);
      throw error;
    }
  },

  /** Aborts a pending ceremony. */
  cancel: () => WebAuthnAbortService.cancelCeremony(),

  /** True when the device itself can store a passkey, with biometrics or a screen lock. */
  onThisDevice: () => platformAuthenticatorIsAvailable(),
};

const dismissed = () => Object.assign(new Error('called off'), { code: 'passkey-dismissed' });

const CODES: Record<string, string> = {
  NotAllowedError: 'passkey-dismissed',
  AbortError: 'passkey-dismissed',
  InvalidStateError: 'passkey-exists',
};

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : '';
    throw Object.assign(new Error('the browser answered with no passkey', { cause }), {
      code: CODES[name] ?? 'passkey-failed',
    });
  }
}

async function forget(rpID: string, credentialID: string): Promise<void> {
  await sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => undefined);
}
