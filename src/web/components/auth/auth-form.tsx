import { useTranslation } from 'react-i18next';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, PasswordField } from '../../../ui/field.tsx';
import { usePasswordMinimum } from './password-minimum.ts';
import { FacebookIcon, GoogleIcon } from './provider-icons.tsx';
import { FIELDS, SIGN_UP_HASH, useAuthForm } from './use-auth-form.ts';

/**
 * Sign-in and sign-up in one form (specification, 2: "Auth page"), for the page and for dialogs (`heading="h2"`).
 * `onSignedIn` is called after success on any path; whoever shows the form then takes it away.
 */
export function AuthForm({ onSignedIn, heading: Heading = 'h1' }: { onSignedIn: () => void; heading?: 'h1' | 'h2' }) {
  const { t } = useTranslation();
  const { mode, toggle, submit, provider, problem, pending, locked } = useAuthForm(onSignedIn);
  const signingUp = mode === 'sign-up';
  const minimum = usePasswordMinimum(signingUp);
  const words = signingUp ? 'auth.signUp' : 'auth.signIn';
  const eye = { showLabel: t('auth.showPassword'), hideLabel: t('auth.hidePassword') };

  return (
    // `post`: should a browser ever send this form by itself, the password must not end up in an address.
    <form className="stack gap-5" method="post" onSubmit={submit}>
      <header className="grid gap-2 mb-1">
        <Heading className="h-page">{t(`${words}.title`)}</Heading>
        <p className="muted">{t(`${words}.subtitle`)}</p>
      </header>
      {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
      <noscript>
        <p className="muted">{t('auth.noScript')}</p>
      </noscript>
      <Field label={t('auth.email')} type="email" name={FIELDS.email} autoComplete="email" inputMode="email" required disabled={pending} />
      <PasswordField
        {...eye}
        label={t('auth.password')}
        name={FIELDS.password}
        autoComplete={signingUp ? 'new-password' : 'current-password'}
        hint={signingUp ? t('auth.passwordHint', { min: minimum }) : undefined}
        required
        disabled={pending}
      />
      {signingUp && <PasswordField {...eye} label={t('auth.confirmPassword')} name={FIELDS.confirmation} autoComplete="new-password" required disabled={pending} />}
      <Button type="submit" size="lg" block disabled={locked} loading={pending}>
        {t(`${words}.submit`)}
      </Button>
      <div className="auth-or">{t('auth.or')}</div>
      <div className="stack gap-3">
        <Button variant="secondary" block className="min-h-12" icon={<GoogleIcon />} disabled={locked} onClick={() => provider('google')}>
          {t('auth.google')}
        </Button>
        <Button variant="secondary" block className="min-h-12" icon={<FacebookIcon />} disabled={locked} onClick={() => provider('facebook')}>
          {t('auth.facebook')}
        </Button>
      </div>
      <a
        className="auth-toggle"
        href={signingUp ? '#' : SIGN_UP_HASH}
        aria-disabled={pending || undefined}
        onClick={(event) => {
          event.preventDefault();
          toggle();
        }}
      >
        {t(`${words}.ask`)} <span className="link">{t(`${words}.toggle`)}</span>
      </a>
    </form>
  );
}
