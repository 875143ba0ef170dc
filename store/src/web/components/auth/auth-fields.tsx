import type { RefObject } from 'react';
import { PasswordField } from '../../../ui/field.tsx';
import { useIsHosted } from '../../session/hosted.ts';
import { useTranslation } from '../../translation.tsx';
import { EmailField } from '../email-field.tsx';
import type { PasswordRules } from '../../../shared/password-rules.ts';
import { PasswordHint } from './password/password-requirements.tsx';
import { PasswordStrength } from './password/password-strength.tsx';
import { FIELDS, typedIn, type useAuthForm } from './use-auth-form.ts';

type Props = {
  auth: ReturnType<typeof useAuthForm>;
  form: RefObject<HTMLFormElement | null>;
  /** The alert of a refused form. */
  alertId: string;
  /** The first address; `returned`: from another view. */
  email: { first: string | undefined; returned: boolean };
  password: string;
  onPassword: (password: string) => void;
  /** The requirements of a new password. */
  rules: PasswordRules;
  onForgot: () => void;
};

/** The address, the password, and for a sign-up the password again. */
export function AuthFields(props: Props) {
  const { auth, alertId, email } = props;
  const { mode, errors, problem, pending } = auth;
  const { t } = useTranslation();
  const signingUp = mode === 'sign-up';
  const alertOf = (field: keyof typeof FIELDS) => (problem?.field === field ? alertId : undefined);
  return (
    <>
      <EmailField
        label={t('auth.email')}
        name={FIELDS.email}
        defaultValue={email.first}
        autoFocus={email.returned}
        autoComplete={signingUp ? 'email' : 'email webauthn'}
        required
        disabled={pending}
        error={errors.email}
        alertId={alertOf('email')}
      />
      <PasswordRow {...props} alertId={alertOf('password')} />
      {signingUp && (
        <PasswordField
          showLabel={t('auth.showPassword')}
          hideLabel={t('auth.hidePassword')}
          label={t('auth.confirmPassword')}
          name={FIELDS.confirmation}
          autoComplete="new-password"
          required
          disabled={pending}
          error={errors.confirmation}
          alertId={alertOf('confirmation')}
        />
      )}
    </>
  );
}

/** The password with its requirements, or with the way to a new one. */
function PasswordRow({
  auth: { mode, errors, pending, locked },
  form,
  alertId,
  password,
  onPassword,
  rules,
  onForgot,
}: Omit<Props, 'alertId'> & { alertId: string | undefined }) {
  const { t } = useTranslation();
  const isHosted = useIsHosted();
  const signingUp = mode === 'sign-up';
  return (
    <div className="stack gap-2 password-row">
      <PasswordField
        showLabel={t('auth.showPassword')}
        hideLabel={t('auth.hidePassword')}
        label={t('auth.password')}
        name={FIELDS.password}
        autoComplete={signingUp ? 'new-password' : 'current-password'}
        hint={signingUp && !isHosted ? <PasswordHint password={password} rules={rules} /> : undefined}
        required
        disabled={pending}
        error={errors.password}
        alertId={alertId}
        onChange={(event) => onPassword(event.target.value)}
      />
      {signingUp && !isHosted && (
        <PasswordStrength password={password} email={typedIn(form, FIELDS.email)} rules={rules} />
      )}
      {!signingUp && !isHosted && (
        <button type="button" className="link forgot" disabled={locked} onClick={onForgot}>
          {t('auth.forgot.ask')}
        </button>
      )}
    </div>
  );
}
