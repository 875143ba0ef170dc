import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf } from '../../../shared/errors.ts';
import { useAuthActions } from '../../session/auth-actions.ts';
import { authErrorMessage, type Provider, providerMissingMessage } from '../../session/auth-error-message.ts';

export type AuthMode = 'sign-in' | 'sign-up';

/** Names of the inputs; values are read from the form when it is sent, so that what was typed before hydration counts. */
export const FIELDS = { email: 'email', password: 'password', confirmation: 'confirmation' } as const;

/** Mode, running request and failure of the sign-in form. `onSignedIn` is called after success on any path. */
export function useAuthForm(onSignedIn: () => void) {
  const { t } = useTranslation();
  const actions = useAuthActions();
  const [mode, setMode] = useState<AuthMode>('sign-in');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [ready, setReady] = useState(false);
  const returnFocus = useRef<HTMLElement>(null);

  useEffect(() => {
    setReady(true);
    // The toggle is a link: clicked before hydration, it could only leave its mark in the address.
    if (location.hash === SIGN_UP_HASH) setMode('sign-up');
  }, []);

  // Disabled fields lose focus; after a failure it goes back to where it was.
  useEffect(() => {
    if (!pending) returnFocus.current?.focus();
  }, [pending]);

  function toggle() {
    if (pending) return;
    setMode(mode === 'sign-in' ? 'sign-up' : 'sign-in');
    setProblem(undefined);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const values = new FormData(form);
    const text = (name: string) => String(values.get(name) ?? '');
    const email = text(FIELDS.email).trim();
    const password = text(FIELDS.password);
    if (mode === 'sign-up' && password !== text(FIELDS.confirmation)) {
      setProblem(t('auth.mismatch'));
      form.querySelector<HTMLInputElement>(`[name=${FIELDS.confirmation}]`)?.focus();
      return;
    }
    returnFocus.current = document.activeElement as HTMLElement | null;
    setProblem(undefined);
    setPending(true);
    try {
      await (mode === 'sign-up' ? actions.signUp(email, password) : actions.signIn(email, password));
      returnFocus.current = null;
      onSignedIn();
    } catch (error) {
      // Without a code it is not the SDK that speaks (its script did not load, say), and the words are the browser's.
      setProblem(codeOf(error) === undefined ? t('errors.fallback.auth') : authErrorMessage(error, t));
    }
    setPending(false);
  }

  return {
    mode,
    toggle,
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    provider: (provider: Provider) => setProblem(providerMissingMessage(provider, t)),
    /** Sentence for the red alert. */
    problem,
    /** A request runs. */
    pending,
    /** Before hydration nothing may be sent: the browser would do it by itself. */
    locked: pending || !ready,
  };
}

export const SIGN_UP_HASH = '#sign-up';
