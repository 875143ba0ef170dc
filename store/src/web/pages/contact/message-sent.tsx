import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SuccessIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import { useHydrated } from '../../use-hydrated.ts';

/** In place of the form once it was taken: the ticket's number. The focus moves here, since the button that had it is gone. */
export function MessageSent({ number, email, onAgain }: { number: string; email: string; onAgain: () => void }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const hydrated = useHydrated();
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="card card-p contact-sent">
      <SuccessIcon size={28} />
      <h3 className="h-card" ref={heading} tabIndex={-1}>
        {t('contact.sent.title')}
      </h3>
      <p className="contact-sent__number">{t('contact.sent.number', { number })}</p>
      <p className="muted">{t('contact.sent.text', { email })}</p>
      {hydrated && (
        <Button variant="secondary" className="w-max" onClick={onAgain}>
          {t('contact.sent.again')}
        </Button>
      )}
    </div>
  );
}
