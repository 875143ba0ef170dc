import { useTranslation } from './translation.tsx';
import { isEmail } from '../shared/email.ts';

/** Rules that forms share, with their sentences (ui/use-field-errors.ts). */
export function useFormRules() {
  const { t } = useTranslation();
  return {
    email: (value: string) =>
      isEmail(value) ? undefined : t(value.trim() === '' ? 'errors.fields.emailMissing' : 'errors.fields.emailInvalid'),
    password: (value: string) => (value === '' ? t('errors.fields.passwordMissing') : undefined),
  };
}
