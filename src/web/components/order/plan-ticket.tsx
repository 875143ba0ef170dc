import type { ReactNode } from 'react';
import type { OrderView } from '../../../http/api/views.ts';
import { Ticket } from '../../../ui/card.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { useTranslation } from '../../translation.tsx';
import { OfferMark } from '../plans/offer-mark.tsx';
import { useOrderWords } from './order-words.ts';

/** The ticket that was bought: destination, data, validity, start. What lies under the perforation is the caller's. */
export function PlanTicket({ order, chip, children }: { order: OrderView; chip?: ReactNode; children: ReactNode }) {
  const { t } = useTranslation();
  const words = useOrderWords(order);
  return (
    <Ticket
      className="ins-pass"
      head={
        <div className="px-6 pt-4 pb-5">
          <div className="row between">
            <span className="ins-brand">
              <Logo />
            </span>
            {chip}
          </div>
          <div className="row between mt-2 items-end">
            <p className="min-w-0">
              <span className="xs muted block">{t('order.ticket.destination')}</span>
              <b className="ins-place">{words.destination}</b>
            </p>
            <OfferMark offer={order.line} size="lg" />
          </div>
          <dl className="ins-dl">
            <div>
              <dt>{t('order.ticket.data')}</dt>
              <dd>{words.data}</dd>
            </div>
            <div>
              <dt>{t('order.ticket.validity')}</dt>
              <dd>{words.days}</dd>
            </div>
            <div>
              <dt>{t('order.ticket.starts')}</dt>
              <dd>{t('order.ticket.startsValue')}</dd>
            </div>
          </dl>
        </div>
      }
    >
      {children}
    </Ticket>
  );
}
