import { isPredictable } from '../../../../shared/predictable-password.ts';
import { type PasswordRule, type PasswordRules, unmetRules } from '../../../../shared/password-rules.ts';
import { CheckIcon, CircleIcon } from '../../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import { useTranslation } from '../../../translation.tsx';

/** Longer maximums are only shown when they are exceeded. */
const SHORT_MAXIMUM = 128;

/** The requirements of a new password, each with a check mark during typing; `only` selects some of them. */
export function PasswordRequirements({
  password,
  rules,
  only,
  pattern = false,
}: {
  password: string;
  rules: PasswordRules;
  only?: readonly PasswordRule[];
  /** With the rule against repeats and sequences. */
  pattern?: boolean;
}) {
  const { t } = useTranslation();
  const unmet = unmetRules(password, rules);
  const asked: PasswordRule[] = [
    'minLength',
    ...(rules.maxLength <= SHORT_MAXIMUM || unmet.includes('maxLength') ? (['maxLength'] as const) : []),
    ...(['lower', 'upper', 'digit', 'symbol'] as const).filter((kind) => rules[kind]),
  ];
  const items = asked
    .filter((rule) => only === undefined || only.includes(rule))
    .map((rule) => ({
      id: rule as string,
      isMet: !unmet.includes(rule),
      text: t(`auth.requirements.${rule}`, { min: rules.minLength, max: rules.maxLength, symbols: rules.symbols }),
    }));
  if (pattern)
    items.push({
      id: 'pattern',
      isMet: password !== '' && !isPredictable(password),
      text: t('auth.requirements.pattern'),
    });
  return (
    <ul className="requirements" aria-label={t('auth.requirements.label')}>
      {items.map(({ id, isMet, text }) => (
        <li key={id} className={isMet ? 'is-met' : undefined}>
          {isMet ? <CheckIcon size={16} /> : <CircleIcon size={16} />}
          <span>
            {text}
            <VisuallyHidden>{isMet ? t('auth.requirements.met') : t('auth.requirements.unmet')}</VisuallyHidden>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The text below the field of a new password. */
export function PasswordHint(props: { password: string; rules: PasswordRules }) {
  return <PasswordRequirements {...props} pattern />;
}
