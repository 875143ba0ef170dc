import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
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
  const state = useAuthState(start);
  const submit = useSubmit(state, onSignedIn);
  const { provider, passkey } = useOtherWays(state, onSignedIn);
  const { mode, toggle, view, show, withPasskey, popup, problem, pending, sending, ready } = state;
  return {
    mode,
    toggle,
    view,
    show,
    back: () => show(FORM),
    ...useMarks(state),
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    provider: (name: Provider) => void provider(name),
    passkey: () => void passkey(),
    /** True during a sign-in with a passkey. */
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

type AuthState = ReturnType<typeof useAuthState>;

/** What the form shows, and which request is pending. */
function useAuthState(start: AuthMode) {
  const popup = useProviderPopup();
  const fields = useForm(authForm);
  const [mode, setMode] = useState<AuthMode>(start);
  const [view, setView] = useState<AuthView>(FORM);
  const [sending, setSending] = useState(false);
  const [withPasskey, setWithPasskey] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [ready, setReady] = useState(false);
  const pending = sending || withPasskey || popup.provider !== undefined;
  const focus = useReturnFocus(pending);

  useEffect(() => {
    setReady(true);
    // The toggle is a link: before hydration, a click only changes the URL's fragment.
    if (location.hash === SIGN_UP_HASH) setMode('sign-up');
  }, []);

  function toggle() {
    if (pending) return;
    setMode(mode === 'sign-in' ? 'sign-up' : 'sign-in');
    setProblem(undefined);
    fields.clear();
  }

  function show(next: AuthView) {
    if (pending) return;
    setProblem(undefined);
    focus.forget();
    fields.clear();
    setView(next);
  }

  return {
    popup,
    fields,
    mode,
    toggle,
    view,
    setView,
    show,
    sending,
    setSending,
    withPasskey,
    setWithPasskey,
    problem,
    setProblem,
    ready,
    pending,
    focus,
  };
}

/** Disabled fields lose the focus; after a failure it returns. */
function useReturnFocus(pending: boolean) {
  const returnFocus = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!pending) returnFocus.current?.focus();
  }, [pending]);
  return {
    keep: () => void (returnFocus.current = document.activeElement as HTMLElement | null),
    forget: () => void (returnFocus.current = null),
  };
}

/** Signs in or up with the address and password of the form. */
function useSubmit(state: AuthState, onSignedIn: () => void) {
  const actions = useAuthActions();
  const { fields, mode, pending, focus, setProblem, setSending, setView } = state;

  return async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const typed = valueOf(form, FIELDS.password);
    const differ = mode === 'sign-up' && typed !== '' && typed !== valueOf(form, FIELDS.confirmation);
    // This error is shown in the red alert (specification, 5 and 8), not below the field.
    setProblem(differ ? { words: (t) => t('auth.mismatch'), chunk: false, field: 'confirmation' } : undefined);
    const values = fields.check(form);
    if (values === undefined) return;
    const { email, password } = values;
    focus.keep();
    setSending(true);
    try {
      await (mode === 'sign-up' ? actions.signUp(email, password) : actions.signIn(email, password));
      focus.forget();
      onSignedIn();
    } catch (error) {
      if (mode === 'sign-in' && isWeakPassword(error)) {
        focus.forget();
        setView({ is: 'upgrade', email, password });
      } else if (!isCalledOff(error))
        setProblem({
          ...problemOf(error, mode === 'sign-up' ? authErrorWords(error) : signInErrorWords(error)),
          field: refusedField(error),
        });
    }
    setSending(false);
  };
}

/** Signs in with a provider or with a passkey, which the browser may also offer in the address field. */
function useOtherWays(state: AuthState, onSignedIn: () => void) {
  const isHosted = useIsHosted();
  const passkeys = usePasskeyActions();
  const { popup, mode, view, ready, pending, focus, setProblem, setView, setWithPasskey } = state;

  const failWithPasskey = (error: unknown) =>
    setProblem(problemOf(error, passkeyErrorWords(error) ?? authErrorWords(error)));

  usePasskeyAutofill(!isHosted && ready && mode === 'sign-in' && view.is === 'form' && !pending, {
    onSignedIn,
    onFailed: failWithPasskey,
  });

  async function provider(name: Provider) {
    if (pending) return;
    focus.keep();
    setProblem(undefined);
    const outcome = await popup.signIn(name);
    if (outcome.is === 'done') {
      focus.forget();
      onSignedIn();
    }
    if (outcome.is === 'failed') setProblem(problemOf(outcome.error, outcome.words));
    if (outcome.is === 'conflict') {
      focus.forget();
      setView({ is: 'connect', conflict: outcome.conflict });
    }
  }

  async function passkey() {
    if (pending) return;
    focus.keep();
    setProblem(undefined);
    setWithPasskey(true);
    try {
      await passkeys.signIn();
      focus.forget();
      onSignedIn();
    } catch (error) {
      failWithPasskey(error);
    }
    setWithPasskey(false);
  }

  return { provider, passkey };
}

/** The marks of wrong fields. A field that the server refused is marked until it changes. */
function useMarks({ fields: { watch, errors }, problem, setProblem }: AuthState) {
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
    watch: { ...watch, onChange: change },
    /** Errors below the fields, without those in the alert. */
    errors: problem?.field === 'confirmation' ? { ...errors, confirmation: undefined } : errors,
  };
}

/** What stands in an input of the form. */
export const typedIn = (form: RefObject<HTMLFormElement | null>, name: string): string =>
  form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '';

function valueOf(form: HTMLFormElement, name: string): string {
  return String(new FormData(form).get(name) ?? '');
}

/** The text of an error, and whether a script is missing. */
export function problemOf(error: unknown, words: Words): Problem {
  return { words, chunk: codeOf(error) === 'chunk-load-failed' };
}

export const SIGN_UP_HASH = '#sign-up';
