import { useEffect, useRef, useState } from 'react';
import { PasswordField } from '../../../../ui/field.tsx';
import { useTranslation } from '../../../translation.tsx';
import { AccountName } from '../account-name.tsx';
import { DEFAULT_RULES, usePasswordRules } from './password-policy.ts';
import { PasswordHint } from './password-requirements.tsx';
import { PasswordStrength } from './password-strength.tsx';

/** Names of the inputs. */
const NEW_PASSWORD = { password: 'password', confirmation: 'confirmation' } as const;

type Props = {
  /** The errors of `useForm(newPasswordForm)`. */
  errors: Partial<Record<keyof typeof NEW_PASSWORD, string>>;
  /** The account's address: for password managers, and because it must not be the password. */
  email: string;
  disabled: boolean;
  /** The label of the first field, where "Password" would be ambiguous. */
  label?: string;
  /** Focuses the first field: for forms that a click has opened. */
  autoFocus?: boolean;
};

/** A new password, typed twice, with its requirements and its strength. Values are read from the form. */
export function NewPasswordFields({ errors, email, disabled, label, autoFocus = false }: Props) {
  const { t } = useTranslation();
  const asked = usePasswordRules() ?? DEFAULT_RULES;
  const [password, setPassword] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const eye = { showLabel: t('auth.showPassword'), hideLabel: t('auth.hidePassword') };

  // The field may have been filled in before hydration, by the browser or the user.
  useEffect(() => setPassword(box.current?.querySelector('input')?.value ?? ''), []);

  return (
    <>
      <AccountName email={email} />
      <div className="stack gap-2" ref={box}>
        <PasswordField
          {...eye}
          label={label ?? t('auth.password')}
          name={NEW_PASSWORD.password}
          autoComplete="new-password"
          hint={<PasswordHint password={password} rules={asked} />}
          autoFocus={autoFocus}
          required
          disabled={disabled}
          error={errors.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordStrength password={password} email={email} rules={asked} />
      </div>
      <PasswordField
        {...eye}
        label={t('auth.confirmPassword')}
        name={NEW_PASSWORD.confirmation}
        autoComplete="new-password"
        required
        disabled={disabled}
        error={errors.confirmation}
      />
    </>
  );
}
