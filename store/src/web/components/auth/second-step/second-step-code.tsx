import { BRAND } from '../../../../shared/brand.ts';
import { type FormEvent, useState } from 'react';
import { codeOf } from '../../../../shared/errors.ts';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { authErrorWords } from '../../../session/auth-error-message.ts';
import type { OfferedFactor, SecondStep } from '../../../session/second-step.ts';
import { useTranslation } from '../../../translation.tsx';
import { CODE_LENGTH, CodeField } from '../../phone/code-field.tsx';
import { ProblemAlert } from '../problem-alert.tsx';
import { type Problem, problemOf } from '../use-auth-form.ts';

/** After these errors the sign-in cannot continue: its form shows the reason. */
const OVER = new Set(['auth/invalid-multi-factor-session', 'auth/code-expired', 'auth/user-disabled']);
const WRONG = 'auth/invalid-verification-code';

type Props = {
  step: SecondStep;
  /** Undefined: asks for a recovery code. */
  app: OfferedFactor | undefined;
  onBusy: (busy: boolean) => void;
};

/** The code of an authenticator app, or a recovery code. */
export function SecondStepCode({ step, app, onBusy }: Props) {
  const { t } = useTranslation();
  const [digits, setDigits] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [problem, setProblem] = useState<Problem>();

  function during(now: boolean) {
    setBusy(now);
    onBusy(now);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const code = String(new FormData(form).get('code') ?? '').trim();
    const field = form.querySelector<HTMLInputElement>('[name=code]');
    if (code === '' || (app !== undefined && code.length < CODE_LENGTH)) {
      setFault(t('errors.auth.missing-verification-code'));
      field?.focus();
      return;
    }
    during(true);
    setFault(undefined);
    setProblem(undefined);
    try {
      await step.send(code, app?.id);
    } catch (error) {
      if (OVER.has(codeOf(error) ?? '')) return step.end(error);
      during(false);
      // Six digits fill the field; new ones replace them.
      setDigits('');
      if (codeOf(error) === WRONG) setFault(t(app ? 'factors.step.wrong' : 'factors.step.wrongRecovery'));
      else setProblem(problemOf(error, authErrorWords(error)));
      requestAnimationFrame(() => field?.focus());
    }
  }

  return (
    <form className="stack gap-5" method="post" noValidate onSubmit={(event) => void submit(event)}>
      <p className="muted">{t(app ? 'factors.step.text' : 'factors.step.recoveryText', { brand: BRAND })}</p>
      {problem !== undefined && <ProblemAlert problem={problem} />}
      {app ? (
        <CodeField label={t('factors.code')} value={digits} error={fault} disabled={busy} onChange={setDigits} />
      ) : (
        <Field
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
    </form>
  );
}
