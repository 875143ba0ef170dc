import type { OrderView } from '../../../shared/views.ts';
import { paths } from '../../../shared/paths.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Card } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { useLocalDate } from '../../components/account/local-time.tsx';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { OrderWithout } from './order-frame.tsx';
import { Stations } from './stations.tsx';
import { isTopUp, useOrderWords } from './order-words.ts';
import { useCardName } from './receipt.tsx';
import { ToEsim } from './top-up/to-esim.tsx';

type Stage = 'failed' | 'pending' | 'done' | 'other' | 'returned';

const MARKS = { failed: 'stopped', pending: 'busy', done: 'returned', other: 'returned', returned: 'late' } as const;

type RefundProps = { order: OrderView; stage: Stage };

/** No eSIM was delivered: the refund is done (to the card, or another way), in progress, or failed. */
export function Refund({ order, stage }: RefundProps) {
  const { t } = useTranslation();
  const { total, refunded: amount } = useOrderWords(order);
  const reason = order.refund?.reason ?? null;
  const isFailedTopUp = stage === 'failed' && isTopUp(order);
  const isNotAdded = reason === 'fulfilment_failed' && isTopUp(order);
  return (
    <OrderWithout
      order={order}
      mark={MARKS[stage]}
      title={t(isFailedTopUp ? 'topup.ofOrder.failedTitle' : `order.refund.${stage}Title`)}
      text={[
        t(isFailedTopUp ? 'topup.ofOrder.failedText' : `order.refund.${stage}Text`, {
          total,
          amount,
          email: order.email,
        }),
        ...((stage === 'done' || stage === 'other') && reason !== null
          ? [t(isNotAdded ? 'topup.ofOrder.reason' : `order.refund.reason.${reason}`)]
          : []),
      ].join(' ')}
      action={
        <>
          <ToEsim order={order} variant="secondary" />
          <PageLink className={buttonClass({ variant: 'secondary' })} to={paths.plans()}>
            {t('order.refund.another')}
          </PageLink>
        </>
      }
    >
      <Card padded>
        <h2 className="h-sec mb-3">{t('order.refund.title')}</h2>
        {stage === 'returned' || stage === 'other' ? (
          <RefundFacts order={order} stage={stage} />
        ) : (
          <RefundStations order={order} stage={stage} />
        )}
      </Card>
    </OrderWithout>
  );
}

/** The way of the refund to the card. */
function RefundStations({ order, stage }: RefundProps) {
  const { t } = useTranslation();
  const { refunded: amount } = useOrderWords(order);
  const dateOf = useLocalDate();
  const card = useCardName(order);
  const isSent = stage === 'done';
  const { since = null, bankReference = null } = order.refund ?? {};
  const made = since === null ? amount : `${dateOf(since)}, ${amount}`;
  return (
    <>
      <Stations
        label={t('order.refund.title')}
        slow
        stations={[
          {
            title: t(isSent ? 'order.refund.sent' : 'order.refund.sending'),
            text:
              card === null
                ? t('order.refund.sentTextNoCard', { amount: made })
                : t('order.refund.sentText', { amount: made, card }),
            done: isSent,
            now: !isSent,
          },
          { title: t('order.refund.bank'), text: t('order.refund.bankText'), done: false, now: isSent },
          { title: t('order.refund.when'), text: t('order.refund.whenText'), done: false, now: false },
        ]}
      />
      {isSent && <BankReference reference={bankReference} />}
    </>
  );
}

/** The refund that went another way, or came back. */
function RefundFacts({ order, stage }: RefundProps) {
  const { t } = useTranslation();
  const { refunded: amount } = useOrderWords(order);
  const dateOf = useLocalDate();
  const card = useCardName(order);
  const { since = null, bankReference = null } = order.refund ?? {};
  return (
    <dl className="dl">
      <div>
        <dt>{t('order.refund.amount')}</dt>
        <dd className="tnum">{amount}</dd>
      </div>
      {stage === 'other' ? (
        <OtherWay on={since === null ? null : dateOf(since)} reference={bankReference} />
      ) : (
        <>
          <div>
            <dt>{t('order.refund.to')}</dt>
            <dd>{card ?? t('order.refund.toSource')}</dd>
          </div>
          <div>
            <dt>{t('order.refund.when')}</dt>
            <dd>{t('order.refund.whenReturned')}</dd>
          </div>
        </>
      )}
    </dl>
  );
}

/** When it was paid another way than to the card, and with what the buyer finds that payment. */
function OtherWay({ on, reference }: { on: string | null; reference: string | null }) {
  const { t } = useTranslation();
  const rows = [
    [t('order.refund.on'), on],
    [t('order.refund.otherReference'), reference],
  ].filter((row): row is [string, string] => row[1] !== null);
  return rows.map(([label, text]) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{text}</dd>
    </div>
  ));
}

/** With what the buyer's bank finds the refund, if it does not arrive. */
function BankReference({ reference }: { reference: string | null }) {
  const { t } = useTranslation();
  if (reference === null) return <p className="small muted mt-5">{t('order.refund.noReference')}</p>;
  return (
    <div className="mt-5">
      <CopyField
        label={t('order.refund.reference')}
        value={reference}
        copyLabel={t('order.refund.copyReference')}
        copiedText={t('order.refund.copiedReference')}
      />
      <p className="small muted mt-3">{t('order.refund.referenceText')}</p>
    </div>
  );
}

/** A partial refund; the order stays valid. */
export function PartRefund({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  const { total, refunded: amount } = useOrderWords(order);
  if (!order.refund?.partial) return null;
  const { status } = order.refund;
  const text = status === 'succeeded' ? 'partText' : status === 'failed' ? 'partReturnedText' : 'partPendingText';
  return (
    <Alert tone="info" title={t('order.refund.part')}>
      {t(`order.refund.${text}`, { amount, total, email: order.email })}
    </Alert>
  );
}

/** A dispute: the buyer's bank is still deciding, or has decided for the buyer. */
export function Disputed({ order }: { order: OrderView }) {
  const { t } = useTranslation();
  return order.dispute === 'lost' ? (
    <OrderWithout
      order={order}
      mark="returned"
      title={t('order.disputed.lostTitle')}
      text={t('order.disputed.lostText')}
    />
  ) : (
    <OrderWithout order={order} mark="late" title={t('order.disputed.title')} text={t('order.disputed.text')} />
  );
}
