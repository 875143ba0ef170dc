import { unmetRules } from '../../../../shared/password-rules.ts';
import { useTranslation } from '../../../translation.tsx';
import { usePasswordRules } from './password-policy.ts';
import { PasswordRequirements } from './password-requirements.tsx';

/** Why a right password no longer signs in: the requirements that it does not meet, or that it is easy to guess. */
export function WeakPassword({ password }: { password: string }) {
  const { t } = useTranslation();
  const rules = usePasswordRules();
  if (rules === undefined) return null;
  const unmet = unmetRules(password, rules);
  if (unmet.length === 0) return <p>{t('auth.upgrade.common')}</p>;
  return (
    <div className="stack gap-2">
      <p>{t('auth.upgrade.missing')}</p>
      <PasswordRequirements password={password} rules={rules} only={unmet} />
    </div>
  );
}
