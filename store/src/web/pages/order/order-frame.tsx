import type { ReactNode } from 'react';
import type { LineView, OrderView } from '../../../shared/views.ts';
import { classNames } from '../../../ui/class-names.ts';
import { CheckIcon, ClockIcon, RetryIcon, SimIcon, WarningIcon, LifeBuoyIcon } from '../../../ui/icons.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { OfferMark } from '../../components/plans/offer-mark.tsx';
import { OrderTicket } from './plan-ticket.tsx';
import { ReceiptLines } from './receipt.tsx';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';

/** The page of an order without an eSIM: its state, its plans, and the possible actions. */
export function OrderWithout({
  order,
  mark,
  title,
  text,
  action,
  children,
}: {
  order: OrderView;
  mark: Mark;
  title: string;
  text: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <>
      <PageTitle title={title} />
      <StatusHead mark={mark} title={title}>
        {text}
      </StatusHead>
      <div className="wrap install-panel">
        <OrderTicket order={order}>
          <div className="px-6 py-2">
            <ReceiptLines order={order} />
          </div>
        </OrderTicket>
        <div className="stack gap-6">
          {children}
          <div className="row flex-wrap">
            {action}
            <HelpLink />
          </div>
        </div>
      </div>
    </>
  );
}

const MARKS = {
  done: <CheckIcon size={24} strokeWidth={2.5} />,
  busy: <Spinner size={32} />,
  late: <ClockIcon size={24} />,
  stopped: <WarningIcon size={24} />,
  returned: <RetryIcon size={24} />,
  ended: <SimIcon size={24} />,
};

export type Mark = keyof typeof MARKS;

/**
 * The order's state: an icon or, where its eSIMs are there, the flags of their places; the title of the page, a
 * sentence, the state of the eSIM in a word, and what can be done with the page.
 */
export function StatusHead({
  mark,
  flags = [],
  title,
  chip,
  name = null,
  actions,
  children,
}: {
  mark: Mark;
  flags?: readonly string[];
  title: string;
  chip?: ReactNode;
  /** The owner's own name for the eSIM. */
  name?: string | null;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <header className="order-head">
      <div className="wrap order-head__row">
        {flags.length > 0 ? (
          <span className="order-head__flags">
            {flags.slice(0, MAX_FLAGS).map((flag) => (
              <OfferMark key={flag} offer={{ flag }} size={flags.length === 1 ? 'lg' : 'md'} />
            ))}
          </span>
        ) : (
          <span className={classNames('order-banner', mark !== 'done' && `order-banner--${mark}`)} aria-hidden="true">
            {MARKS[mark]}
          </span>
        )}
        <div className="order-head__words">
          <h1 className="h-page">{title}</h1>
          {name !== null && <p className="order-head__name">{name}</p>}
          <p className="muted wrap-anywhere">
            {chip} {children}
          </p>
        </div>
        {actions !== undefined && <div className="order-head__actions no-print">{actions}</div>}
      </div>
    </header>
  );
}

/** The flags of these lines' places, each once. */
export const flagsOf = (lines: readonly LineView[]): string[] => [
  ...new Set(lines.map((line) => (line.forPlace ?? line).flag)),
];

const MAX_FLAGS = 4;

export function HelpLink() {
  const { t } = useTranslation();
  return (
    <PageLink className={buttonClass({ variant: 'secondary' }, 'no-print justify-self-start')} to={paths.help()}>
      <LifeBuoyIcon size={18} />
      {t('order.help')}
    </PageLink>
  );
}
