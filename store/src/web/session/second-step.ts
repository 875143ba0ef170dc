import type { MultiFactorError, MultiFactorInfo, PhoneMultiFactorInfo, UserCredential } from 'firebase/auth';
import { useSyncExternalStore } from 'react';
import { codeOf } from '../../shared/errors.ts';
import { endOfNumber } from '../../shared/masked-number.ts';
import type { Opened } from './opened-session.ts';
import { type SentCode, textCode } from './text-code.ts';

/** A second factor of a pending sign-in. `number`: the last digits of a phone's. */
export type OfferedFactor = { id: string; kind: 'totp' | 'phone'; name: string | null; number: string };

/**
 * A sign-in that waits for its second step. Each call rejects with the SDK's error, after which another can be made.
 */
export type SecondStep = {
  factors: OfferedFactor[];
  /** Sends the code of an app; without a factor, a recovery code. */
  send(code: string, factorId?: string): Promise<void>;
  /** Texts a code to a phone. */
  text(factorId: string): Promise<SentCode>;
  /** Sends the code of that text. */
  sendTexted(sent: SentCode, code: string): Promise<void>;
  /** Ends the sign-in, which then rejects with this error; without one it counts as cancelled. */
  end(error?: unknown): void;
};

/** Code of a rejection that is not an error: the user went back. */
const CALLED_OFF = 'second-step-called-off';

export const isCalledOff = (error: unknown): boolean => codeOf(error) === CALLED_OFF;

let current: SecondStep | undefined;
const listeners = new Set<() => void>();

function show(step: SecondStep | undefined): void {
  current = step;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    // No component on the page can show it any more.
    setTimeout(() => {
      if (listeners.size === 0) current?.end();
    });
  };
}

/** The sign-in of this tab that waits for its second step. */
export function useSecondStep(): SecondStep | undefined {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  );
}

/**
 * Signs in with `work`. When the account has second factors, the page's `SecondStepGate` asks for one, and this
 * resolves once it is proved. Every sign-in of the site uses it; without a gate on the page it rejects like the SDK.
 */
export async function withSecondStep<T>(opened: Opened, work: () => Promise<T>): Promise<T | UserCredential> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) !== 'auth/multi-factor-auth-required' || listeners.size === 0) throw error;
    return ask(opened, error as MultiFactorError);
  }
}

function ask(opened: Opened, error: MultiFactorError): Promise<UserCredential> {
  const { sdk, auth } = opened;
  const resolver = sdk.getMultiFactorResolver(auth, error);
  current?.end();
  return new Promise((done, fail) => {
    async function resolve(assertion: Parameters<typeof resolver.resolveSignIn>[0]) {
      const credential = await resolver.resolveSignIn(assertion);
      if (current === step) show(undefined);
      done(credential);
    }
    const step: SecondStep = {
      factors: resolver.hints.map(offered),
      // A recovery code can be sent with any factor of the account.
      send: (code, factorId = resolver.hints[0]?.uid ?? '') =>
        resolve(sdk.TotpMultiFactorGenerator.assertionForSignIn(factorId, code)),
      text: (multiFactorUid) => textCode(opened, '', { multiFactorUid, session: resolver.session }),
      sendTexted: ({ verificationId }, code) =>
        resolve(sdk.PhoneMultiFactorGenerator.assertion(sdk.PhoneAuthProvider.credential(verificationId, code))),
      end(cause = Object.assign(new Error('called off'), { code: CALLED_OFF })) {
        if (current === step) show(undefined);
        fail(cause);
      },
    };
    show(step);
  });
}

function offered(hint: MultiFactorInfo): OfferedFactor {
  const { uid: id, displayName } = hint;
  const name = displayName ?? null;
  if (hint.factorId === 'totp') return { id, kind: 'totp', name, number: '' };
  return { id, kind: 'phone', name, number: endOfNumber((hint as PhoneMultiFactorInfo).phoneNumber) };
}
