import { Checkbox } from '../../../ui/checkbox.tsx';
import { useTranslation } from '../../translation.tsx';

/** The name of the box in the form. */
export const BEGIN = 'begin';

/**
 * The buyer's request that the plan begins during the time in which they can withdraw, where the law asks for one. Never
 * ticked for the buyer, and never remembered.
 */
export function BeginConsent({ disabled, error }: { disabled: boolean; error: string | undefined }) {
  const { t } = useTranslation();
  return (
    <div className="mt-4">
      <Checkbox name={BEGIN} required disabled={disabled} label={t('checkout.consent')} error={error} />
    </div>
  );
}
