import type { ReactNode } from 'react';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CheckIcon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useTranslation } from '../../translation.tsx';

/** One step of the checkout: its number, or a green check mark when done. */
export function Step({
  number,
  title,
  done,
  children,
}: {
  number: number;
  title: string;
  done: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Card className="panel">
      <div className="panel__head">
        <span className={classNames('n', done && 'ok')} aria-hidden="true">
          {done ? <CheckIcon size={16} strokeWidth={3} /> : number}
        </span>
        <h2 className="h-sec">
          {title}
          {done && <VisuallyHidden> ({t('checkout.done')})</VisuallyHidden>}
        </h2>
      </div>
      {children}
    </Card>
  );
}
