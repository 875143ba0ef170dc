import type { ReactNode } from 'react';
import type { LineView, OrderView } from '../../../shared/views.ts';
import { Ticket } from '../../../ui/card.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { useTranslation } from '../../translation.tsx';
import { OfferMark } from '../../components/plans/offer-mark.tsx';
import { Unbroken } from '../../components/unbroken.tsx';
import { useLineWords } from './order-words.ts';

/**
 * The ticket of an order: its one plan, or a list of several. The caller provides the content below the perforation.
 */
export function OrderTicket({ order, children }: { order: OrderView; children: ReactNode }) {
  const [line] = order.lines;
  if (line && order.lines.length === 1)
    return (
      <PlanTicket line={line} named starts={!OVER.includes(order.status) && line.purpose === 'profile'}>
        {children}
      </PlanTicket>
    );
  return (
    <Ticket
      className="install-panel__pass"
      head={
        <div className="px-6 pt-4 pb-3">
          <span className="install-panel__brand">
            <Logo />
          </span>
          <SoldLines lines={order.lines} />
        </div>
      }
    >
      {children}
    </Ticket>
  );
}

/** States in which no plan waits for its start: the money went back, or a bank decides. */
const OVER: readonly OrderView['status'][] = ['fulfilment_failed', 'refund_pending', 'refunded', 'disputed'];

/** The ticket of one bought plan: destination, data, validity, start. */
export function PlanTicket({
  line,
  named = false,
  starts = true,
  children,
}: {
  line: LineView;
  /** With the destination and its flag, where the title of the page has none. */
  named?: boolean;
  /** With the start of its days. */
  starts?: boolean;
  children: ReactNode;
}) {
  const { t, locale } = useTranslation();
  const words = useLineWords()(line);
  const ofPlan = line.forPlace !== null && (
    <span className="small muted block">{t('plans.ofDestination', { destination: line.name[locale] })}</span>
  );
  return (
    <Ticket
      className="install-panel__pass"
      head={
        <div className="px-6 pt-4 pb-5">
          <div className="row between">
            <span className="install-panel__brand">
              <Logo />
            </span>
            {!named && ofPlan}
          </div>
          {named && (
            <div className="row between mt-2 items-end">
              <div className="min-w-0">
                <span className="xs muted block">{t('order.ticket.destination')}</span>
                <b className="install-panel__place">{words.destination}</b>
                {ofPlan}
              </div>
              <OfferMark offer={line.forPlace ?? line} size="lg" />
            </div>
          )}
          <dl className="install-panel__codes">
            <div>
              <dt>{t('order.ticket.data')}</dt>
              <dd>{words.data}</dd>
            </div>
            <div>
              <dt>{t('order.ticket.validity')}</dt>
              <dd>{words.days}</dd>
            </div>
            {starts && line.activation !== null && (
              <div>
                <dt>{t('order.ticket.starts')}</dt>
                <dd>{t(`order.ticket.startsWith.${line.activation}`)}</dd>
              </div>
            )}
          </dl>
        </div>
      }
    >
      {children}
    </Ticket>
  );
}

/** The bought plans, one per row: flag, name, days, price. */
function SoldLines({ lines }: { lines: readonly LineView[] }) {
  const wordsOf = useLineWords();
  return (
    <ul className="sold-lines">
      {lines.map((line, index) => {
        const words = wordsOf(line);
        return (
          <li key={index}>
            <OfferMark offer={line.forPlace ?? line} />
            <span className="min-w-0 flex-1">
              <b className="strong">
                <Unbroken>{words.plan}</Unbroken>
              </b>
              <span className="small muted block">{words.days}</span>
            </span>
            <b className="strong money">{words.price}</b>
          </li>
        );
      })}
    </ul>
  );
}
