import { type FormEvent, useState } from 'react';
import { codeOf } from '../../../shared/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { ChevronRightIcon, LifeBuoyIcon, PhoneIcon } from '../../../ui/icons.tsx';
import { authErrorMessage } from '../../session/auth-error-message.ts';
import type { SecondStep } from '../../session/second-step.ts';
import { useTranslation } from '../../translation.tsx';
import { CodeField } from '../phone/code-field.tsx';
import './factor-words.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { type Problem, problemOf } from './use-auth-form.ts';

/** After these the sign-in can't go on: its form says why. */
const OVER = new Set(['auth/invalid-multi-factor-session', 'auth/code-expired', 'auth/user-disabled']);
const WRONG = 'auth/invalid-verification-code';

/** The second step of a sign-in: the code of the authenticator app, or a recovery code. */
export function SecondStepForm({ step, heading: Heading }: { step: SecondStep; heading?: 'h1' | 'h2' }) {
  const { t } = useTranslation();
  const hasApp = step.factors.some(({ kind }) => kind === 'totp');
  const [way, setWay] = useState<'app' | 'recovery'>(hasApp ? 'app' : 'recovery');
  const [digits, setDigits] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [problem, setProblem] = useState<Problem>();

  function choose(next: 'app' | 'recovery') {
    setWay(next);
    setFault(undefined);
    setProblem(undefined);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const code = String(new FormData(form).get('code') ?? '').trim();
    const field = form.querySelector<HTMLInputElement>('[name=code]');
    if (code === '' || (way === 'app' && code.length < 6)) {
      setFault(t('errors.auth.missing-verification-code'));
      field?.focus();
      return;
    }
    setBusy(true);
    setFault(undefined);
    setProblem(undefined);
    try {
      await step.send(code);
    } catch (error) {
      if (OVER.has(codeOf(error) ?? '')) return step.end(error);
      setBusy(false);
      // Six digits fill the field: the next ones take their place.
      setDigits('');
      if (codeOf(error) === WRONG) setFault(t(way === 'app' ? 'factors.step.wrong' : 'factors.step.wrongRecovery'));
      else setProblem(problemOf(error, authErrorMessage(error, t)));
      requestAnimationFrame(() => field?.focus());
    }
  }

  return (
    <form className="stack gap-5" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <header className="grid gap-2 mb-1">
        {Heading !== undefined && <Heading className="h-page">{t('factors.step.title')}</Heading>}
        <p className="muted">{t(way === 'app' ? 'factors.step.text' : 'factors.step.recoveryText')}</p>
      </header>
      {problem !== undefined && <ProblemAlert problem={problem} />}
      {way === 'app' ? (
        <CodeField label={t('factors.code')} value={digits} error={fault} disabled={busy} onChange={setDigits} />
      ) : (
        <Field
          key="recovery"
          name="code"
          label={t('factors.step.recoveryCode')}
          error={fault}
          disabled={busy}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
          required
        />
      )}
      <Button type="submit" size="lg" block loading={busy}>
        {t('factors.step.submit')}
      </Button>
      {(way === 'app' || hasApp) && (
        <div className="stack gap-2">
          <p className="small">
            <b>{t('factors.step.other')}</b>
          </p>
          <button
            type="button"
            className="way"
            disabled={busy}
            onClick={() => choose(way === 'app' ? 'recovery' : 'app')}
          >
            {way === 'app' ? <LifeBuoyIcon /> : <PhoneIcon />}
            <span>
              <b>{t(way === 'app' ? 'factors.step.useRecovery' : 'factors.step.useApp')}</b>
              <small>{t(way === 'app' ? 'factors.step.useRecoveryText' : 'factors.step.useAppText')}</small>
            </span>
            <ChevronRightIcon size={18} />
          </button>
        </div>
      )}
      <Button variant="ghost" className="justify-self-center" disabled={busy} onClick={() => step.end()}>
        {t('auth.back')}
      </Button>
    </form>
  );
}
