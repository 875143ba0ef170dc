import { type FormEvent, useEffect, useRef, useState } from 'react';
import { codeOf } from '../../../shared/errors.ts';
import { authForm } from '../../../shared/forms/forms.ts';
import { useForm } from '../../use-form.ts';
import { useAuthActions } from '../../session/auth-actions.ts';
import {
  authErrorWords,
  isWeakPassword,
  refusedField,
  signInErrorWords,
  type Words,
} from '../../session/auth-error-message.ts';
import type { Conflict } from '../../session/conflict.ts';
import { useIsHosted } from '../../session/hosted.ts';
import { usePasskeyActions } from '../../session/passkey-actions.ts';
import { passkeyErrorWords } from '../../session/passkey-message.ts';
import type { Provider } from '../../session/provider-names.ts';
import { isCalledOff } from '../../session/second-step.ts';
import { usePasskeyAutofill } from './use-passkey-autofill.ts';
import { useProviderPopup } from './use-provider-popup.ts';

export type AuthMode = 'sign-in' | 'sign-up';

/**
 * The view of the form: itself, a mail request, the replacement of a weak password, or the linking of a provider to an
 * existing account.
 */
export type AuthView =
  | { is: 'form' }
  | { is: 'phone' }
  | { is: 'forgot' | 'link'; email: string }
  /** The password is correct but no longer strong enough. */
  | { is: 'upgrade'; email: string; password: string }
  | { is: 'connect'; conflict: Conflict };

/** Names of the inputs. Values are read from the form on submit, so that input from before hydration counts. */
export const FIELDS = { email: 'email', password: 'password', confirmation: 'confirmation' } as const;

/**
 * An error. `chunk`: a script is missing, and only a reload of the page certainly helps. `field`: the one that it is
 * about; `confirmation`: the passwords differ, which typing resolves.
 */
export type Problem = { words: Words; chunk: boolean; field?: keyof typeof FIELDS };

const FORM: AuthView = { is: 'form' };

/** Mode, view, pending request and error of the sign-in form. `onSignedIn` is called after success with any method. */
export function useAuthForm(onSignedIn: () => void, start: AuthMode = 'sign-in') {
  const actions = useAuthActions();
  const isHosted = useIsHosted();
  const passkeys = usePasskeyActions();
  const popup = useProviderPopup();
  const [mode, setMode] = useState<AuthMode>(start);
  const [view, setView] = useState<AuthView>(FORM);
  const [sending, setSending] = useState(false);
  const [withPasskey, setWithPasskey] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [ready, setReady] = useState(false);
  const returnFocus = useRef<HTMLElement>(null);
  const { errors, watch, check, clear } = useForm(authForm);
  const pending = sending || withPasskey || popup.provider !== undefined;

  useEffect(() => {
    setReady(true);
    // The toggle is a link: before hydration, a click only changes the URL's fragment.
    if (location.hash === SIGN_UP_HASH) setMode('sign-up');
  }, []);

  const failWithPasskey = (error: unknown) =>
    setProblem(problemOf(error, passkeyErrorWords(error) ?? authErrorWords(error)));

  usePasskeyAutofill(!isHosted && ready && mode === 'sign-in' && view.is === 'form' && !pending, {
    onSignedIn,
    onFailed: failWithPasskey,
  });

  // Disabled fields lose focus; after a failure it is restored.
  useEffect(() => {
    if (!pending) returnFocus.current?.focus();
  }, [pending]);

  function toggle() {
    if (pending) return;
    setMode(mode === 'sign-in' ? 'sign-up' : 'sign-in');
    setProblem(undefined);
    clear();
  }

  function show(next: AuthView) {
    if (pending) return;
    setProblem(undefined);
    returnFocus.current = null;
    clear();
    setView(next);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const typed = valueOf(form, FIELDS.password);
    const differ = mode === 'sign-up' && typed !== '' && typed !== valueOf(form, FIELDS.confirmation);
    // This error is shown in the red alert (specification, 5 and 8), not below the field.
    setProblem(differ ? { words: (t) => t('auth.mismatch'), chunk: false, field: 'confirmation' } : undefined);
    const values = check(form);
    if (values === undefined) return;
    const { email, password } = values;
    returnFocus.current = document.activeElement as HTMLElement | null;
    setSending(true);
    try {
      await (mode === 'sign-up' ? actions.signUp(email, password) : actions.signIn(email, password));
      returnFocus.current = null;
      onSignedIn();
    } catch (error) {
      if (mode === 'sign-in' && isWeakPassword(error)) {
        returnFocus.current = null;
        setView({ is: 'upgrade', email, password });
      } else if (!isCalledOff(error))
        setProblem({
          ...problemOf(error, mode === 'sign-up' ? authErrorWords(error) : signInErrorWords(error)),
          field: refusedField(error),
        });
    }
    setSending(false);
  }

  async function provider(name: Provider) {
    if (pending) return;
    returnFocus.current = document.activeElement as HTMLElement | null;
    setProblem(undefined);
    const outcome = await popup.signIn(name);
    if (outcome.is === 'done') {
      returnFocus.current = null;
      onSignedIn();
    }
    if (outcome.is === 'failed') setProblem(problemOf(outcome.error, outcome.words));
    if (outcome.is === 'conflict') {
      returnFocus.current = null;
      setView({ is: 'connect', conflict: outcome.conflict });
    }
  }

  async function passkey() {
    if (pending) return;
    returnFocus.current = document.activeElement as HTMLElement | null;
    setProblem(undefined);
    setWithPasskey(true);
    try {
      await passkeys.signIn();
      returnFocus.current = null;
      onSignedIn();
    } catch (error) {
      failWithPasskey(error);
    }
    setWithPasskey(false);
  }

  function change(event: FormEvent<HTMLFormElement>) {
    watch.onChange(event);
    const form = event.currentTarget;
    const { name } = event.target as HTMLElement as HTMLInputElement;
    if (problem?.field === FIELDS.confirmation) {
      if (valueOf(form, FIELDS.password) === valueOf(form, FIELDS.confirmation)) setProblem(undefined);
    } else if (problem?.field !== undefined && problem.field === name) {
      // The mark belongs to the refused value.
      setProblem({ ...problem, field: undefined });
    }
  }

  return {
    mode,
    toggle,
    view,
    show,
    back: () => show(FORM),
    watch: { ...watch, onChange: change },
    /** Errors below the fields, without those in the alert. */
    errors: problem?.field === 'confirmation' ? { ...errors, confirmation: undefined } : errors,
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    provider: (name: Provider) => void provider(name),
    passkey: () => void passkey(),
    /** Starts a passkey sign-in. */
    withPasskey,
    /** The provider of the open popup. */
    waitingFor: popup.provider,
    cancelPopup: popup.cancel,
    problem,
    /** True during a request. */
    pending,
    /** True for a request of this form itself. */
    sending,
    /** Nothing may be submitted before hydration: the browser would do it without script. */
    locked: pending || !ready,
  };
}

function valueOf(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name) ?? '');
}

/** The text of an error, and whether a script is missing. */
export function problemOf(error: unknown, words: Words): Problem {
  return { words, chunk: codeOf(error) === 'chunk-load-failed' };
}

export const SIGN_UP_HASH = '#sign-up';
