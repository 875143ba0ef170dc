import type { EsimInstallView, OrderLineView, OrderView } from '../../../../shared/views.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Card } from '../../../../ui/card.tsx';
import { EsimChip } from '../../../components/account/esim-chip.tsx';
import { statusOf } from '../../../components/account/esim-status.ts';
import { useLocalDate } from '../../../components/account/local-time.tsx';
import { PageTitle } from '../../../components/chrome/page-title.tsx';
import { KeepOnPhone } from '../../../components/offline/keep-on-phone.tsx';
import { useTranslation } from '../../../translation.tsx';
import { AccountOffer } from '../account-offer.tsx';
import { HelpLink, StatusHead } from '../order-frame.tsx';
import { useLineWords } from '../order-words.ts';
import { PlanTicket } from '../plan-ticket.tsx';
import { ReceiptLines } from '../receipt.tsx';
import { PartRefund } from '../returned.tsx';
import { UsagePanel } from './usage-panel.tsx';
import { UsedCodes } from './used-codes.tsx';

type Props = {
  order: OrderView;
  line: OrderLineView;
  esim: EsimInstallView;
  onOrder: (order: OrderView) => void;
};

/** The page of an eSIM that is in use, used up or past its days: what is left, and what to do next. */
export function UsedEsim({ order, line, esim, onOrder }: Props) {
  const { t } = useTranslation();
  const dateOf = useLocalDate();
  const { destination } = useLineWords()(line);
  const status = statusOf({ ...line, ...esim });
  const over = status === 'usedUp' || status === 'ended';
  const title = t(`order.use.title.${over ? status : 'active'}`, { destination });
  const { number } = order;
  const date = esim.validUntil === null ? null : dateOf(esim.validUntil);
  return (
    <>
      <PageTitle title={title} />
      <StatusHead mark={over ? 'ended' : 'done'} title={title}>
        {status === 'usedUp'
          ? t('order.use.text.usedUp', { number })
          : date === null
            ? t('order.use.text.undated', { number })
            : t(`order.use.text.${over ? 'ended' : 'active'}`, { number, date })}
      </StatusHead>
      <div className="wrap install-panel">
        <PlanTicket line={line} chip={<EsimChip status={status} />}>
          <UsagePanel line={line} esim={esim} reading={order.readingUsage} />
        </PlanTicket>
        <div className="stack install-panel__main gap-6">
          <PartRefund order={order} />
          {!over && (
            <Alert tone="success" title={t('order.ready.installed')}>
              {t('order.ready.installedText')}
            </Alert>
          )}
          <Card padded className="order-receipt">
            <h2 className="h-sec mb-1">{t('order.receipt.title')}</h2>
            <ReceiptLines order={order} />
          </Card>
          <UsedCodes line={line} esim={esim} over={over} />
          {!over && <KeepOnPhone order={order} />}
          <AccountOffer order={order} onOrder={onOrder} />
          <HelpLink />
        </div>
      </div>
    </>
  );
}
