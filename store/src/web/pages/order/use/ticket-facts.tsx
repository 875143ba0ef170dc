import type { EsimInstallView, OrderLineView, OrderView } from '../../../../shared/views.ts';
import type { Caller } from '../../../api.ts';
import { type EsimStatus, statusOf } from '../../../components/account/esim-status.ts';
import { useTranslation } from '../../../translation.tsx';
import { AnotherCountry } from '../connection/another-country.tsx';
import { AutoTopUpCard } from './auto-top-up-card.tsx';
import { EsimFacts } from './esim-facts.tsx';
import { NameButton } from './own-name.tsx';
import { PlansOnEsim } from './plans-on-esim.tsx';
import { EsimLinks } from './something-else.tsx';
import { TopUpHistory } from './top-up-history.tsx';

type Props = {
  order: OrderView;
  line: OrderLineView;
  esim: EsimInstallView;
  /** The number of its line, from 1. */
  number: number;
  caller: Caller;
  onOrder: (order: OrderView) => void;
};

/** Statuses of an eSIM that works nowhere any more. */
const OVER: readonly EsimStatus[] = ['usedUp', 'ended', 'deleted'];

/** What stands last in the ticket of one of several eSIMs: its facts, its name, and the ways on for it alone. */
export function TicketFacts({ line, esim, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <div className="ticket-facts">
      <EsimFacts line={line} esim={esim} />
      <PlansOnEsim esim={esim} />
      <AutoTopUpCard line={line} {...props} />
      {line.topUps.length > 0 && (
        <section>
          <TopUpHistory order={props.order} line={line} />
        </section>
      )}
      <ul className="link-rows no-print" aria-label={t('esim.more.title')}>
        <EsimLinks order={props.order} esim={esim} number={props.number} />
      </ul>
      {!OVER.includes(statusOf(esim)) && <AnotherCountry orderId={props.order.id} line={props.number} />}
      <NameButton {...props} />
    </div>
  );
}
