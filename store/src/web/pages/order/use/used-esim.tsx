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
import { flagsOf, HelpLink, StatusHead } from '../order-frame.tsx';
import { useLineWords } from '../order-words.ts';
import { ReceiptLines } from '../receipt.tsx';
import { PartRefund } from '../returned.tsx';
import { FactList, useStatedRows } from './stated-facts.tsx';
import { UsagePanel } from './usage-panel.tsx';
import { UsedCodes } from './used-codes.tsx';

type Props = {
  order: OrderView;
  line: OrderLineView;
  esim: EsimInstallView;
  onOrder: (order: OrderView) => void;
};

/** What was bought, and until when it works: data that is used up ends before its days. */
function Details({ line, esim, ended }: Pick<Props, 'line' | 'esim'> & { ended: boolean }) {
  const { t, locale } = useTranslation();
  const dateOf = useLocalDate();
  const words = useLineWords()(line);
  const stated = useStatedRows();
  const rows = [
    [t('order.ticket.destination'), words.destination],
    ...(line.forPlace === null ? [] : [[t('order.receipt.item'), line.name[locale]]]),
    [t('order.ticket.data'), words.data],
    [t('order.ticket.validity'), words.days],
    ...(esim.validUntil === null
      ? []
      : [[t(`order.use.${ended ? 'endedOn' : 'validUntil'}`), dateOf(esim.validUntil)]]),
    ...(esim.apn === null ? [] : [[t('order.use.apn'), esim.apn]]),
    ...stated(line.stated),
  ];
  return (
    <Card padded>
      <h2 className="h-sec mb-1">{t('order.use.details')}</h2>
      <FactList rows={rows} />
    </Card>
  );
}

/** The page of an eSIM that is in use, used up or past its days: what is left, and what to do next. */
export function UsedEsim({ order, line, esim, onOrder }: Props) {
  const { t } = useTranslation();
  const dateOf = useLocalDate();
  const { destination } = useLineWords()(line);
  const status = statusOf({ ...line, ...esim });
  const over = status === 'usedUp' || status === 'ended';
  const title = t(`order.use.title.${over || status === 'lowData' ? status : 'active'}`, { destination });
  const { number } = order;
  const date = esim.validUntil === null ? null : dateOf(esim.validUntil);
  return (
    <>
      <PageTitle title={title} />
      <StatusHead
        mark={over ? 'ended' : 'done'}
        flags={flagsOf([line])}
        title={title}
        chip={<EsimChip status={status} />}
      >
        {status === 'usedUp'
          ? t('order.use.text.usedUp', { number })
          : date === null
            ? t('order.use.text.undated', { number })
            : t(`order.use.text.${over ? 'ended' : 'active'}`, { number, date })}
      </StatusHead>
      <div className="wrap order-use">
        <div className="stack gap-6">
          <Card>
            <UsagePanel line={line} esim={esim} reading={order.readingUsage} />
          </Card>
          <PartRefund order={order} />
          <Card padded className="order-receipt">
            <h2 className="h-sec mb-1">{t('order.receipt.title')}</h2>
            <ReceiptLines order={order} />
          </Card>
          <UsedCodes line={line} esim={esim} over={over} />
          {!over && <KeepOnPhone order={order} offered={false} />}
        </div>
        <div className="stack gap-6">
          <Details line={line} esim={esim} ended={status === 'ended'} />
          {!over && (
            <Alert tone="success" title={t('order.ready.installed')}>
              {t('order.ready.installedText')}
            </Alert>
          )}
          <AccountOffer order={order} onOrder={onOrder} />
          <HelpLink />
        </div>
      </div>
    </>
  );
}
