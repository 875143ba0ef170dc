import { useEffect, useRef, useState } from 'react';
import { PasswordField } from '../../../ui/field.tsx';
import { useTranslation } from '../../translation.tsx';
import { policyHint, usePasswordPolicy } from './password-policy.ts';
import { PasswordStrength } from './password-strength.tsx';

/** Names of the inputs. */
export const NEW_PASSWORD = { password: 'password', confirmation: 'confirmation' } as const;

type Props = {
  /** The address of the account, which must not be the password. */
  email: string;
  disabled: boolean;
  /** The label of the first field, when "Password" would not be clear. */
  label?: string;
  /** Starts in the first field: for forms that a click has opened. */
  autoFocus?: boolean;
};

/** A new password, typed twice, with what is asked of it and how good it is. Values are read from the form. */
export function NewPasswordFields({ email, disabled, label, autoFocus = false }: Props) {
  const { t } = useTranslation();
  const policy = usePasswordPolicy(true);
  const [password, setPassword] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const eye = { showLabel: t('auth.showPassword'), hideLabel: t('auth.hidePassword') };

  // Browsers fill in passwords, and people type, before this page listens.
  useEffect(() => setPassword(box.current?.querySelector('input')?.value ?? ''), []);

  return (
    <>
      <div className="stack gap-2" ref={box}>
        <PasswordField
          {...eye}
          label={label ?? t('auth.password')}
          name={NEW_PASSWORD.password}
          autoComplete="new-password"
          hint={policyHint(policy, t)}
          autoFocus={autoFocus}
          required
          disabled={disabled}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordStrength password={password} email={email} policy={policy} />
      </div>
      <PasswordField
        {...eye}
        label={t('auth.confirmPassword')}
        name={NEW_PASSWORD.confirmation}
        autoComplete="new-password"
        required
        disabled={disabled}
      />
    </>
  );
}

/** The new password of a form with these fields; undefined, with the focus on the second one, when the two differ. */
export function newPasswordOf(form: HTMLFormElement): string | undefined {
  const values = new FormData(form);
  const password = String(values.get(NEW_PASSWORD.password) ?? '');
  if (password === String(values.get(NEW_PASSWORD.confirmation) ?? '')) return password;
  form.querySelector<HTMLInputElement>(`[name=${NEW_PASSWORD.confirmation}]`)?.focus();
  return undefined;
}
