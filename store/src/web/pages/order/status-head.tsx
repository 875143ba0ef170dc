import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { CheckIcon, ClockIcon, RetryIcon, WarningIcon } from '../../../ui/icons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';

const MARKS = {
  done: <CheckIcon size={24} strokeWidth={2.5} />,
  busy: <Spinner size={24} />,
  late: <ClockIcon size={24} />,
  stopped: <WarningIcon size={24} />,
  returned: <RetryIcon size={24} />,
};

export type Mark = keyof typeof MARKS;

/** Where the order stands: a mark, the title of the page, a sentence. */
export function StatusHead({ mark, title, children }: { mark: Mark; title: string; children: ReactNode }) {
  return (
    <div className="wrap order-page__head row items-start">
      <span className={classNames('order-banner', mark !== 'done' && `order-banner--${mark}`)} aria-hidden="true">
        {MARKS[mark]}
      </span>
      <div className="min-w-0">
        <h1 className="h-page">{title}</h1>
        <p className="muted mt-1 wrap-anywhere">{children}</p>
      </div>
    </div>
  );
}
