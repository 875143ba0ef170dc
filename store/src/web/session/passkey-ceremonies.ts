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
import { type Caller, callApi } from '../api.ts';

/** The schema leaves the standard's options open. */
type Creation = PublicKeyCredentialCreationOptionsJSON;
type Assertion = PublicKeyCredentialRequestOptionsJSON;

type TokenRequest = { caller?: Caller; inField?: boolean; signal?: AbortSignal };

/**
 * The browser's side of passkeys; only imported lazily (passkeys.ts). Functions reject with ApiError, or with a code:
 * `passkey-dismissed` (the user closed the dialog, or a time-out), `passkey-exists`, `passkey-failed`.
 */
export const ceremonies = {
  /** Creates a passkey for the signed-in user. Requires a recent sign-in. */
  async create(caller: Caller): Promise<PasskeyView> {
    const { ceremony, options } = await callApi('post /passkeys/enrolment', { caller });
    const response = await asked(() => startRegistration({ optionsJSON: options as object as Creation }));
    const { passkey } = await callApi('post /passkeys', { body: { ceremony, response: { ...response } }, caller });
    return passkey;
  },

  /**
   * A custom token for the account of a passkey. `inField`: the browser offers passkeys in the address field, and the
   * promise waits for a choice. With a caller it must be a passkey of that account. `signal`: aborts, because a later
   * ceremony may have begun, which this one would end.
   */
  async customToken({ caller, inField = false, signal }: TokenRequest = {}): Promise<string> {
    const { ceremony, options: open } = await callApi('post /passkeys/challenge', { caller });
    const options: Assertion = open;
    if (signal?.aborted) throw dismissed();
    const response = await asked(() => startAuthentication({ optionsJSON: options, useBrowserAutofill: inField }));
    try {
      return (await callApi('post /passkeys/sign-in', { body: { ceremony, response: { ...response } } })).customToken;
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
