import type { EsimInstallView, OrderLineView, OrderView } from '../../../shared/views.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { Caller } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../translation.tsx';
import { useLocalTime } from '../../components/account/local-time.tsx';
import { FoldedCodes } from './install/manual-codes.tsx';
import { OneTapInstall } from './install/one-tap.tsx';
import { useLineWords } from './order-words.ts';
import { PlanTicket } from './plan-ticket.tsx';
import { QrPanel } from './install/qr-panel.tsx';

type Props = {
  order: OrderView;
  line: OrderLineView;
  /** Its place in the order, from 1. */
  number: number;
  caller: Caller;
  onOrder: (order: OrderView) => void;
};

/** One of several eSIMs: its ticket with the QR code and what installs it, or what becomes of it. */
export function LineSection(props: Props) {
  const { line, number } = props;
  const headingId = `line-${number}-name`;
  return (
    <section className="wrap install-panel install-panel--line" id={`line-${number}`} aria-labelledby={headingId}>
      <PlanTicket line={line} headingId={headingId}>
        {line.esim === null ? <NotReady {...props} /> : <QrPanel {...props} esim={line.esim} number={number} />}
      </PlanTicket>
      {line.esim !== null && <Install esim={line.esim} />}
    </section>
  );
}

function Install({ esim }: { esim: EsimInstallView }) {
  const { t } = useTranslation();
  return (
    <div className="stack install-panel__main gap-6">
      {esim.installed ? (
        <Alert tone="success" title={t('order.ready.installed')}>
          {t('order.ready.installedText')}
        </Alert>
      ) : (
        <OneTapInstall esim={esim} />
      )}
      <FoldedCodes esim={esim} />
    </div>
  );
}

/** Still to come, or not to come any more. */
function NotReady({ order, line }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { price } = useLineWords()(line);
  const timeOf = useLocalTime();
  const { email } = order;
  if (line.status === 'failed' || line.status === 'refunding' || line.status === 'refunded') {
    const { status, amount } = line.refund ?? {};
    const stage = line.status === 'refunded' ? 'refunded' : status === 'failed' ? 'returned' : 'refunding';
    return (
      <p className="px-6 pt-5 pb-6">
        {t(`order.several.${stage}Text`, { amount: amount ? format.money(amount) : price, email })}
      </p>
    );
  }
  return (
    <div className="row items-start gap-3 px-6 pt-5 pb-6" role="status">
      <Spinner size={20} />
      <p>
        {!line.delayed
          ? t('order.several.preparingText')
          : line.refundBy === null
            ? t('order.several.lateNoTime', { price })
            : t('order.several.late', { time: timeOf(line.refundBy), price })}
      </p>
    </div>
  );
}
