import type { EsimInstallView, OrderLineView, OrderView } from '../../../../shared/views.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Card } from '../../../../ui/card.tsx';
import type { Caller } from '../../../api.ts';
import { EsimChip } from '../../../components/account/esim-chip.tsx';
import { type EsimStatus, statusOf } from '../../../components/account/esim-status.ts';
import { useLocalDate } from '../../../components/account/local-time.tsx';
import { PageTitle } from '../../../components/chrome/page-title.tsx';
import { KeepOnPhone } from '../../../components/offline/keep-on-phone.tsx';
import { useTranslation } from '../../../translation.tsx';
import { AccountOffer } from '../account-offer.tsx';
import { AnotherCountry } from '../connection/another-country.tsx';
import { flagsOf, StatusHead } from '../order-frame.tsx';
import { NoticesCard } from '../order-notices.tsx';
import { useLineWords } from '../order-words.ts';
import { ReceiptLines } from '../receipt.tsx';
import { PartRefund } from '../returned.tsx';
import { AutoTopUpCard } from './auto-top-up-card.tsx';
import { DailyUse } from './daily-use.tsx';
import { EsimFacts, RoamingAdvice } from './esim-facts.tsx';
import { NameButton } from './own-name.tsx';
import { hasPlanAfter } from './esim-life.ts';
import { PlansOnEsim } from './plans-on-esim.tsx';
import { PrintButton } from './print-button.tsx';
import { ReplacedEsims } from './replaced-esims.tsx';
import { SomethingElse } from './something-else.tsx';
import { TopUpHistory } from './top-up-history.tsx';
import { UsagePanel } from './usage-panel.tsx';
import { UsedCodes } from './used-codes.tsx';

type Props = {
  order: OrderView;
  line: OrderLineView;
  esim: EsimInstallView;
  caller: Caller;
  onOrder: (order: OrderView) => void;
};

/** The page of an eSIM that is on a phone, used up or past its days: what is left, and what to do next. */
export function UsedEsim({ order, line, esim, caller, onOrder }: Props) {
  const { t } = useTranslation();
  const status = statusOf(esim);
  const isOver = status === 'usedUp' || status === 'ended' || status === 'deleted';
  return (
    <>
      <Head {...{ order, line, esim, status, caller, onOrder }} />
      <div className="wrap order-use">
        <div className="stack gap-6">
          <Card>
            <UsagePanel order={order} line={line} esim={esim} number={1} caller={caller} />
          </Card>
          <DailyUse esim={esim} />
          {esim.plans.length > 1 && (
            <Card padded>
              <PlansOnEsim esim={esim} />
            </Card>
          )}
          <PartRefund order={order} />
          <Card padded className="order-receipt">
            <TopUpHistory order={order} line={line} />
            <ReceiptLines order={order} />
          </Card>
          <UsedCodes line={line} esim={esim} over={isOver} />
          <ReplacedEsims line={line} />
          {!isOver && <KeepOnPhone order={order} offered={false} />}
          <NoticesCard order={order} caller={caller} onOrder={onOrder} />
        </div>
        <div className="stack gap-6">
          {line.autoTopUp !== null && (
            <Card padded className="no-print">
              <AutoTopUpCard order={order} line={line} number={1} caller={caller} onOrder={onOrder} />
            </Card>
          )}
          <Details line={line} esim={esim} isOver={isOver} />
          <SomethingElse order={order} caller={caller} />
          {!isOver && <AnotherCountry orderId={order.id} line={1} />}
          {!isOver && (
            <Alert tone="success" title={t('order.ready.installed')}>
              {t('order.ready.installedText')}
            </Alert>
          )}
          <AccountOffer order={order} onOrder={onOrder} />
        </div>
      </div>
    </>
  );
}

function Head({ order, line, esim, status, caller, onOrder }: Props & { status: EsimStatus }) {
  const title = useTitle(line, status);
  return (
    <>
      <PageTitle title={title} />
      <StatusHead
        mark={status === 'usedUp' || status === 'ended' || status === 'deleted' ? 'ended' : 'done'}
        flags={flagsOf([line])}
        title={title}
        chip={<EsimChip status={status} />}
        name={esim.ownName}
        actions={
          <>
            <NameButton order={order} number={1} caller={caller} onOrder={onOrder} />
            <PrintButton />
          </>
        }
      >
        {useHeadText(order, line, esim, status)}
      </StatusHead>
    </>
  );
}

function useTitle(line: OrderLineView, status: EsimStatus): string {
  const { t } = useTranslation();
  const { destination } = useLineWords()(line);
  if (status === 'installed' || status === 'deleted') return t(`esim.title.${status}`, { destination });
  return t(`order.use.title.${status === 'notInstalled' ? 'active' : status}`, { destination });
}

/** The number of the order, and what comes next for the eSIM or became of it. */
function useHeadText({ number }: OrderView, line: OrderLineView, esim: EsimInstallView, status: EsimStatus): string {
  const { t } = useTranslation();
  const dateOf = useLocalDate();
  if (status === 'usedUp') return t('order.use.text.usedUp', { number });
  if (esim.validUntil !== null)
    return t(`order.use.text.${status === 'ended' ? 'ended' : hasPlanAfter(esim) ? 'inUse' : 'active'}`, {
      number,
      date: dateOf(esim.validUntil),
    });
  const order = t('order.use.text.undated', { number });
  const isToStart = status === 'installed' && line.activation !== null;
  return isToStart ? `${order} ${t(`esim.starts.${line.activation!}`, { count: line.days })}` : order;
}

/** What was bought, and its facts. */
function Details({ line, esim, isOver }: Pick<Props, 'line' | 'esim'> & { isOver: boolean }) {
  const { t, locale } = useTranslation();
  const words = useLineWords()(line);
  return (
    <Card padded>
      <h2 className="h-sec mb-1">{t('order.use.details')}</h2>
      <EsimFacts
        line={line}
        esim={esim}
        before={[
          [t('order.ticket.destination'), words.destination],
          ...(line.forPlace === null ? [] : [[t('order.receipt.item'), line.name[locale]] as const]),
          [t('order.ticket.data'), words.data],
        ]}
      />
      {!isOver && <RoamingAdvice />}
    </Card>
  );
}
