import type { EsimInstallView, OrderLineView, OrderView } from '../../../shared/views.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Card } from '../../../ui/card.tsx';
import type { Caller } from '../../api.ts';
import { useTranslation } from '../../translation.tsx';
import { EsimChip } from '../../components/account/esim-chip.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { KeepOnPhone } from '../../components/offline/keep-on-phone.tsx';
import { AccountOffer } from './account-offer.tsx';
import { flagsOf, StatusHead } from './order-frame.tsx';
import { InstallSteps } from './install/install-steps.tsx';
import { ManualCodes } from './install/manual-codes.tsx';
import { OneTapInstall } from './install/one-tap.tsx';
import { useLineWords } from './order-words.ts';
import { PlanTicket } from './plan-ticket.tsx';
import { QrPanel } from './install/qr-panel.tsx';
import { ReceiptLines } from './receipt.tsx';
import { PartRefund } from './returned.tsx';
import { EsimFacts, RoamingAdvice } from './use/esim-facts.tsx';
import { NameButton } from './use/own-name.tsx';
import { PlansOnEsim } from './use/plans-on-esim.tsx';
import { ReplacedEsims } from './use/replaced-esims.tsx';
import { SomethingElse } from './use/something-else.tsx';
import { TopUpHistory } from './use/top-up-history.tsx';
import { AwayNote, UpdatedLine } from './use/updated-line.tsx';

type Props = {
  order: OrderView;
  line: OrderLineView;
  esim: EsimInstallView;
  caller: Caller;
  onOrder: (order: OrderView) => void;
};

/** The delivered eSIM, with every way to install it. */
export function ReadyEsim({ order, line, esim, caller, onOrder }: Props) {
  const { t } = useTranslation();
  const { destination } = useLineWords()(line);
  const { number, email } = order;
  const title = t('order.ready.title', { destination });
  return (
    <>
      <PageTitle title={title} />
      <StatusHead
        mark="done"
        flags={flagsOf([line])}
        title={title}
        chip={<EsimChip status="notInstalled" />}
        name={esim.ownName}
        actions={<NameButton order={order} number={1} caller={caller} onOrder={onOrder} />}
      >
        {t(order.mailedAt === null ? 'order.ready.sending' : 'order.ready.sent', { number, email })}
      </StatusHead>
      <div className="wrap install-panel">
        <PlanTicket line={line}>
          <QrPanel order={order} line={line} esim={esim} number={null} caller={caller} onOrder={onOrder} />
        </PlanTicket>
        <div className="stack install-panel__main gap-6">
          <Alert tone="warning" title={t('order.ready.warning')}>
            {t('order.ready.warningText')}
          </Alert>
          <PartRefund order={order} />
          <OneTapInstall esim={esim} />
          <KeepOnPhone order={order} />
          <InstallSteps destination={destination} apns={esim.apn === null ? [] : [esim.apn]} />
          <ManualCodes esim={esim} />
          <Facts line={line} esim={esim} reading={order.readingUsage} />
          <ReplacedEsims line={line} />
          <Card padded className="order-receipt">
            <TopUpHistory order={order} line={line} />
            <ReceiptLines order={order} />
          </Card>
          <SomethingElse order={order} caller={caller} />
          <AccountOffer order={order} onOrder={onOrder} />
        </div>
      </div>
    </>
  );
}

/** What the eSIM can do and when its days start; and when the network was last asked whether it is on a phone. */
function Facts({ line, esim, reading }: Pick<Props, 'line' | 'esim'> & { reading: boolean }) {
  const { t } = useTranslation();
  return (
    <Card padded className="ready-facts">
      <h2 className="h-sec mb-1">{t('order.use.details')}</h2>
      <AwayNote esim={esim} />
      <EsimFacts line={line} esim={esim} />
      <PlansOnEsim esim={esim} />
      <RoamingAdvice />
      <UpdatedLine esim={esim} reading={reading} />
    </Card>
  );
}
