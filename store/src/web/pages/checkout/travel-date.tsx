import { useEffect, useRef } from 'react';
import { Field } from '../../../ui/field.tsx';
import { useTranslation } from '../../translation.tsx';

/** When the buyer travels: optional and folded, for a reminder to install. An error unfolds it. */
export function TravelDate({ disabled, error }: { disabled: boolean; error: string | undefined }) {
  const { t } = useTranslation();
  const fold = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    if (error !== undefined && fold.current) fold.current.open = true;
  }, [error]);

  return (
    <details className="checkout-travel" ref={fold}>
      <summary className="link small">{t('checkout.travel.title')}</summary>
      <Field
        label={t('checkout.travel.label')}
        type="date"
        name="travelDate"
        readOnly={disabled}
        hint={t('checkout.travel.hint')}
        {...(error !== undefined && { error })}
      />
    </details>
  );
}
