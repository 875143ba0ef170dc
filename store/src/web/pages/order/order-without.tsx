import type { ReactNode } from 'react';
import type { OrderView } from '../../../shared/views.ts';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { HelpLink } from './help-link.tsx';
import { OrderTicket } from './plan-ticket.tsx';
import { ReceiptLines } from './receipt.tsx';
import { type Mark, StatusHead } from './status-head.tsx';

/** The page of an order without an eSIM: where it stands, what was bought, and what can be done. */
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
