import { Checkbox } from '../../../ui/checkbox.tsx';
import { useSession } from '../../session/session.ts';
import { useTranslation } from '../../translation.tsx';

/** The name of the box in the form. */
export const SAVE_CARD = 'saveCard';

/** Lets a signed-in buyer save the card; an account keeps it. */
export function SaveCard({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation();
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  return (
    <div className="mt-4">
      <Checkbox
        name={SAVE_CARD}
        disabled={disabled}
        label={
          <>
            {t('cards.checkout.save')}
            <span className="small muted block">{t('cards.checkout.text')}</span>
          </>
        }
      />
    </div>
  );
}
