import { consent } from '../../../i18n/areas/consent.ts';
import { BEGIN, CONSENT_VERSION } from '../../../shared/consent.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { addMessages } from '../../messages.ts';
import { useTranslation } from '../../translation.tsx';

addMessages({ consent });

/**
 * The buyer's request that the plan begins during the time in which they can withdraw, where the law asks for one. Never
 * ticked for the buyer, and never remembered.
 */
export function BeginConsent({ disabled = false, error }: { disabled?: boolean; error: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Checkbox
      name={BEGIN}
      value={CONSENT_VERSION}
      required
      disabled={disabled}
      label={t('consent.begin')}
      error={error}
    />
  );
}

/** False when a form asks for it and the box is not ticked, which then gets the focus. */
export function hasConsent(form: HTMLFormElement): boolean {
  const box = form.elements.namedItem(BEGIN);
  if (!(box instanceof HTMLInputElement) || box.checked) return true;
  box.focus();
  return false;
}
