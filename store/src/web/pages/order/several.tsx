import { useEffect } from 'react';
import { numberedNames } from '../../../i18n/switches.ts';
import type { OrderLineView, OrderView, EsimInstallView } from '../../../shared/views.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Card } from '../../../ui/card.tsx';
import { Chip, type ChipTone } from '../../../ui/chip.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { Caller } from '../../api.ts';
import { useTranslation } from '../../translation.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { KeepOnPhone } from '../../components/offline/keep-on-phone.tsx';
import { tonesOf } from '../../components/trip/plan-tone.ts';
import { SwitchList } from '../../components/trip/switch-list.tsx';
import { OfferMark } from '../../components/plans/offer-mark.tsx';
import { AccountOffer } from './account-offer.tsx';
import { HelpLink, StatusHead } from './order-frame.tsx';
import { InstallSteps } from './install/install-steps.tsx';
import { useLineWords } from './order-words.ts';
import { ReceiptLines } from './receipt.tsx';
import { ResendButton } from './install/resend-dialog.tsx';
import { PartRefund } from './returned.tsx';
import { useFormat } from '../../format.ts';
import { useLocalTime } from '../../components/account/local-time.tsx';
import { FoldedCodes } from './install/manual-codes.tsx';
import { OneTapInstall } from './install/one-tap.tsx';
import { PlanTicket } from './plan-ticket.tsx';
import { QrPanel } from './install/qr-panel.tsx';

type Props = { order: OrderView; caller: Caller; onOrder: (order: OrderView) => void };

const ON_ITS_WAY: readonly OrderLineView['status'][] = ['waiting', 'fulfilling', 'stopped'];

/** The state of a paid order's line, in a word. */
function lineState(line: OrderLineView) {
  if (line.esim !== null) return line.esim.installed ? 'installed' : 'ready';
  if (line.status === 'refunded') return 'refunded';
  if (!ON_ITS_WAY.includes(line.status)) return 'refunding';
  return line.delayed ? 'late' : 'preparing';
}

const TONES: Record<ReturnType<typeof lineState>, ChipTone> = {
  installed: 'success',
  ready: 'info',
  preparing: 'neutral',
  late: 'warning',
  refunding: 'warning',
  refunded: 'neutral',
};

/**
 * A paid order of several eSIMs, each in a section with its own state. All of them are on the page, so that it can be
 * printed and read without script; the list at the top links to each.
 */
export function SeveralEsims({ order, caller, onOrder }: Props) {
  const { t } = useTranslation();
  useLinkedSection();
  const { lines, number, email } = order;
  const ready = lines.filter(({ esim }) => esim !== null);
  const pending = lines.filter(({ status }) => ON_ITS_WAY.includes(status)).length;
  const title =
    ready.length === 0
      ? t('order.preparing.title')
      : ready.length === lines.length
        ? t('order.several.title', { count: lines.length })
        : t('order.several.titleSome', { count: ready.length, total: lines.length });
  return (
    <>
      <PageTitle title={title} />
      <StatusHead mark={pending === 0 ? 'done' : order.delayed ? 'late' : 'busy'} title={title}>
        {ready.length === 0
          ? t('order.several.preparing', { count: lines.length, email })
          : t(order.mailedAt === null ? 'order.ready.sending' : 'order.ready.sent', { number, email })}
      </StatusHead>
      <div className="wrap stack gap-6 pb-6">
        {ready.length > 0 && (
          <Alert tone="warning" title={t('order.several.warning')}>
            {t('order.several.warningText')}
          </Alert>
        )}
        <LineList order={order} caller={caller} onOrder={onOrder} />
        {order.tripDays !== null && <TripDays lines={lines} days={order.tripDays} />}
        <PartRefund order={order} />
      </div>
      {lines.map((line, index) => (
        <LineSection key={index} order={order} line={line} number={index + 1} caller={caller} onOrder={onOrder} />
      ))}
      <div className="wrap stack gap-6 pb-20">
        {ready.length > 0 && <InstallSteps destination={null} apns={ready.flatMap(({ esim }) => esim?.apn ?? [])} />}
        {ready.length > 0 && <KeepOnPhone order={order} />}
        <Card padded className="order-receipt">
          <h2 className="h-sec mb-1">{t('order.receipt.title')}</h2>
          <ReceiptLines order={order} />
        </Card>
        <AccountOffer order={order} onOrder={onOrder} />
        <div className="row">
          <HelpLink />
        </div>
      </div>
    </>
  );
}

/** Scrolls to the eSIM in the URL's fragment, also when the order was loaded by script. */
function useLinkedSection(): void {
  useEffect(() => {
    if (/^#line-\d+$/.test(location.hash)) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
}

/** The names of the eSIMs; several of one plan have their numbers. */
function useLineNames(lines: readonly OrderLineView[]): string[] {
  const { t } = useTranslation();
  const wordsOf = useLineWords();
  return numberedNames(
    t,
    lines.map((line) => wordsOf(line).plan),
  );
}

/** Which eSIM on which day of the trip that the order is for. */
function TripDays({ lines, days }: { lines: readonly OrderLineView[]; days: NonNullable<OrderView['tripDays']> }) {
  const { t } = useTranslation();
  const isGivenBack = ({ esim, status }: OrderLineView) => esim === null && !ON_ITS_WAY.includes(status);
  return (
    <section>
      <h2 className="h-sec mb-3.5">{t('switches.title')}</h2>
      <SwitchList
        legs={days.map(({ line, ...leg }) => ({ ...leg, esim: line, missing: isGivenBack(lines[line]!) }))}
        names={useLineNames(lines)}
        tones={tonesOf(lines.map(({ planId }) => planId))}
        hrefs={lines.map((_, index) => `#line-${index + 1}`)}
      />
    </section>
  );
}

/** The plans with their states, as links down the page. */
function LineList({ order, caller, onOrder }: Props) {
  const { t } = useTranslation();
  const names = useLineNames(order.lines);
  return (
    <Card padded>
      <div className="row between mb-2 flex-wrap">
        <h2 className="h-sec">{t('order.several.list')}</h2>
        {order.resendable && <ResendButton order={order} caller={caller} onOrder={onOrder} />}
      </div>
      <ol className="sold-lines">
        {order.lines.map((line, index) => {
          const state = lineState(line);
          return (
            <li key={index}>
              <OfferMark offer={line} />
              <a className="link min-w-0 flex-1" href={`#line-${index + 1}`}>
                {names[index]}
              </a>
              <Chip tone={TONES[state]} dot>
                {t(`order.several.state.${state}`)}
              </Chip>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

type LineProps = {
  order: OrderView;
  line: OrderLineView;
  /** Its number in the order, from 1. */
  number: number;
  caller: Caller;
  onOrder: (order: OrderView) => void;
};

/** One of several eSIMs: its ticket with the QR code and the installation data, or its state. */
function LineSection(props: LineProps) {
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

/** A line in progress or one that will not be delivered. */
function NotReady({ order, line }: LineProps) {
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
