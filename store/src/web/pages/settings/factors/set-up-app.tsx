import { type FormEvent, useState } from 'react';
import { codeOf } from '../../../../shared/errors.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { CopyField } from '../../../../ui/copy-field.tsx';
import { Field } from '../../../../ui/field.tsx';
import { authErrorWords } from '../../../session/auth-error-message.ts';
import { type NewApp, useFactorActions } from '../../../session/factor-actions.ts';
import { useTranslation } from '../../../translation.tsx';
import { ProblemAlert } from '../../../components/auth/problem-alert.tsx';
import { type Problem, problemOf } from '../../../components/auth/use-auth-form.ts';
import { QrCode } from '../../../components/account/qr-code.tsx';
import { CodeField } from '../../../components/phone/code-field.tsx';

/** The key of a new authenticator app, as a QR code and as text, and the field for its first code. */
export function SetUpApp({ app, onDone }: { app: NewApp; onDone: () => void }) {
  const { t } = useTranslation();
  const { finishApp } = useFactorActions();
  const [digits, setDigits] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [problem, setProblem] = useState<Problem>();

  async function finish(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const code = String(given.get('code') ?? '');
    const field = form.querySelector<HTMLInputElement>('[name=code]');
    setProblem(undefined);
    setFault(code.length < 6 ? t('errors.auth.missing-verification-code') : undefined);
    if (code.length < 6) return field?.focus();
    setBusy(true);
    try {
      await finishApp(app, code, String(given.get('name') ?? '').trim());
      onDone();
    } catch (error) {
      setBusy(false);
      setDigits('');
      if (codeOf(error) === 'auth/invalid-verification-code') setFault(t('factors.step.wrong'));
      else setProblem(problemOf(error, authErrorWords(error)));
      requestAnimationFrame(() => field?.focus());
    }
  }

  return (
    <form className="stack gap-5" method="post" noValidate onSubmit={(event) => void finish(event)}>
      <p className="muted">{t('factors.setUp.text')}</p>
      {problem !== undefined && <ProblemAlert problem={problem} />}
      <AppKey app={app} />
      <Field
        label={t('factors.setUp.name')}
        name="name"
        defaultValue={t('factors.setUp.namePreset')}
        maxLength={60}
        autoComplete="off"
        disabled={busy}
      />
      <div className="stack gap-2">
        <p className="small" aria-hidden="true">
          <b>{t('factors.code')}</b>
        </p>
        <CodeField label={t('factors.code')} value={digits} error={fault} disabled={busy} onChange={setDigits} />
      </div>
      <Button type="submit" size="lg" block loading={busy}>
        {t('factors.setUp.submit')}
      </Button>
    </form>
  );
}

function AppKey({ app }: { app: NewApp }) {
  const { t } = useTranslation();
  return (
    <div className="totp-card">
      {/* A phone can't scan its own screen: the authenticator app opens the address itself. */}
      <a className={buttonClass({ variant: 'secondary', block: true }, 'totp-card__open')} href={app.address}>
        {t('factors.setUp.open')}
      </a>
      <QrCode text={app.address} label={t('factors.setUp.qr')} />
      <CopyField
        label={t('factors.setUp.key')}
        value={app.key.replace(/(.{4})(?=.)/g, '$1 ')}
        copyLabel={t('factors.setUp.copy')}
        copiedText={t('factors.setUp.copied')}
      />
    </div>
  );
}
