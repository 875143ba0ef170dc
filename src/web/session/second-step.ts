import type { MultiFactorError, MultiFactorResolver, UserCredential } from 'firebase/auth';
import { useSyncExternalStore } from 'react';
import { codeOf } from '../../shared/errors.ts';
import type { Opened } from './opened-session.ts';

/** A sign-in that waits for its second step. */
export type SecondStep = {
  factors: { id: string; kind: 'totp' | 'phone' }[];
  /** Sends the code of the app, or a recovery code; rejects with the SDK's error, after which another one may be tried. */
  send(code: string): Promise<void>;
  /** Ends the sign-in, which then rejects with this error; without one it was called off. */
  end(error?: unknown): void;
};

/** Code of a rejection that is no failure: the person went back. */
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
    // Nothing on the page can show it any more.
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
 * Signs in by `work`. When the account has second factors, the page's `SecondStepGate` asks for one, and this resolves once
 * it is proved. Every sign-in of the site passes here; without a gate on the page it rejects as the SDK does.
 */
export async function withSecondStep<T>({ sdk, auth }: Opened, work: () => Promise<T>): Promise<T | UserCredential> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) !== 'auth/multi-factor-auth-required' || listeners.size === 0) throw error;
    const resolver = sdk.getMultiFactorResolver(auth, error as MultiFactorError);
    return ask(resolver, (id, code) =>
      resolver.resolveSignIn(sdk.TotpMultiFactorGenerator.assertionForSignIn(id, code)),
    );
  }
}

type Resolve = (factorId: string, code: string) => Promise<UserCredential>;

function ask({ hints }: MultiFactorResolver, resolve: Resolve): Promise<UserCredential> {
  current?.end();
  return new Promise((done, fail) => {
    // A recovery code goes out with any factor of the account.
    const id = (hints.find(({ factorId }) => factorId === 'totp') ?? hints[0])?.uid ?? '';
    const step: SecondStep = {
      factors: hints.map(({ uid, factorId }) => ({ id: uid, kind: factorId === 'totp' ? 'totp' : 'phone' })),
      async send(code) {
        const credential = await resolve(id, code);
        if (current === step) show(undefined);
        done(credential);
      },
      end(error = Object.assign(new Error('called off'), { code: CALLED_OFF })) {
        if (current === step) show(undefined);
        fail(error);
      },
    };
    show(step);
  });
}
