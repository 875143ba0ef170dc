import { useEffect } from 'react';
import { numberedNames } from '../../../i18n/switches.ts';
import type { OrderLineView, OrderView, EsimInstallView } from '../../../shared/views.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Card, Ticket } from '../../../ui/card.tsx';
import { Chip, type ChipTone } from '../../../ui/chip.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { Caller } from '../../api.ts';
import { useTranslation } from '../../translation.tsx';
import { EsimChip } from '../../components/account/esim-chip.tsx';
import { type EsimStatus, statusOf } from '../../components/account/esim-status.ts';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { KeepOnPhone } from '../../components/offline/keep-on-phone.tsx';
import { Unbroken } from '../../components/unbroken.tsx';
import { tonesOf } from '../../components/trip/plan-tone.ts';
import { SwitchList } from '../../components/trip/switch-list.tsx';
import { OfferMark } from '../../components/plans/offer-mark.tsx';
import { AccountOffer } from './account-offer.tsx';
import { flagsOf, StatusHead } from './order-frame.tsx';
import { InstallSteps } from './install/install-steps.tsx';
import { useLineWords } from './order-words.ts';
import { ReceiptLines } from './receipt.tsx';
import { ResendButton } from './install/resend-dialog.tsx';
import { PartRefund } from './returned.tsx';
import { useFormat } from '../../format.ts';
import { useLocalDate, useLocalTime } from '../../components/account/local-time.tsx';
import { FoldedCodes } from './install/manual-codes.tsx';
import { OneTapLinks } from './install/one-tap.tsx';
import { QrPanel } from './install/qr-panel.tsx';
import { FoldedDailyUse } from './use/daily-use.tsx';
import { PrintButton } from './use/print-button.tsx';
import { ReplacedEsims } from './use/replaced-esims.tsx';
import { SomethingElse } from './use/something-else.tsx';
import { TicketFacts } from './use/ticket-facts.tsx';
import { UsagePanel } from './use/usage-panel.tsx';
import { UsedCodes } from './use/used-codes.tsx';

type Props = { order: OrderView; caller: Caller; onOrder: (order: OrderView) => void };

const ON_ITS_WAY: readonly OrderLineView['status'][] = ['waiting', 'fulfilling', 'stopped'];

/** The state of a line without an eSIM, in a word. */
function lineState(line: OrderLineView) {
  if (line.status === 'refunded') return 'refunded';
  if (!ON_ITS_WAY.includes(line.status)) return 'refunding';
  return line.delayed ? 'late' : 'preparing';
}

const TONES: Record<ReturnType<typeof lineState>, ChipTone> = {
  preparing: 'neutral',
  late: 'warning',
  refunding: 'warning',
  refunded: 'neutral',
};

/**
 * A paid order of several eSIMs, each in a ticket with its own state. All of them are on the page, so that it can be
 * printed and read without script; from three on, a list at the top links to each.
 */
export function SeveralEsims({ order, caller, onOrder }: Props) {
  const { t } = useTranslation();
  useLinkedSection();
  const { lines } = order;
  const states = statesOf(lines);
  return (
    <>
      <Head order={order} states={states} />
      <div className="wrap stack gap-6 pb-6">
        {order.tripDays !== null && <TripDays lines={lines} days={order.tripDays} />}
        {states.isToInstall && (
          <Alert tone="warning" title={t('order.several.warning')}>
            {t('order.several.warningText')}
          </Alert>
        )}
        {lines.length > 2 && <LineList lines={lines} />}
        <PartRefund order={order} />
      </div>
      <div className="wrap esim-tickets">
        {lines.map((line, index) => (
          <LineTicket key={index} order={order} line={line} number={index + 1} caller={caller} onOrder={onOrder} />
        ))}
      </div>
      {order.resendable && (
        <div className="wrap row no-print pb-6">
          <ResendButton order={order} caller={caller} onOrder={onOrder} />
        </div>
      )}
      <AfterTickets order={order} states={states} caller={caller} onOrder={onOrder} />
    </>
  );
}

/** Statuses of an eSIM that is of no more use. */
const OVER: readonly EsimStatus[] = ['usedUp', 'ended', 'deleted'];

/** What the eSIMs of the order have in common. */
function statesOf(lines: readonly OrderLineView[]) {
  const statuses = lines.flatMap((line) => (line.esim === null ? [] : statusOf(line.esim)));
  const ready = statuses.length;
  const isToInstall = statuses.includes('notInstalled');
  const isAllNew = statuses.every((status) => status === 'notInstalled');
  const isOver = ready > 0 && statuses.every((status) => OVER.includes(status));
  const pending = lines.filter(({ status }) => ON_ITS_WAY.includes(status)).length;
  return { ready, isToInstall, isAllNew, isOver, pending };
}

type StateProps = { order: OrderView; states: ReturnType<typeof statesOf> };

/** The title and the mark of the page. */
function Head({ order, states: { ready, isToInstall, isAllNew, isOver, pending } }: StateProps) {
  const { t } = useTranslation();
  const { lines, number, email } = order;
  const title =
    ready === 0
      ? t('order.preparing.title')
      : ready < lines.length
        ? t('order.several.titleSome', { count: ready, total: lines.length })
        : t(`order.several.${isAllNew ? 'title' : isOver ? 'titleOver' : 'titleInUse'}`, { count: lines.length });
  return (
    <>
      <PageTitle title={title} />
      <StatusHead
        mark={pending > 0 ? (order.delayed ? 'late' : 'busy') : isOver ? 'ended' : 'done'}
        flags={pending > 0 ? [] : flagsOf(lines)}
        title={title}
        actions={ready > 0 ? <PrintButton /> : undefined}
      >
        {ready === 0
          ? t('order.several.preparing', { count: lines.length, email })
          : ready === lines.length && !isToInstall
            ? t('order.use.text.undated', { number })
            : t(order.mailedAt === null ? 'order.ready.sending' : 'order.ready.sent', { number, email })}
      </StatusHead>
    </>
  );
}

/** Steps, receipt and help, for all eSIMs. */
function AfterTickets({
  order,
  states: { ready, isToInstall, isOver },
  caller,
  onOrder,
}: StateProps & Pick<Props, 'caller' | 'onOrder'>) {
  const { t } = useTranslation();
  return (
    <div className="wrap order-use">
      {ready > 0 && !isOver && (
        <div className="stack gap-6">
          <KeepOnPhone order={order} offered={isToInstall} />
          {isToInstall && <StepsOfAll lines={order.lines} />}
        </div>
      )}
      <div className="stack gap-6">
        <Card padded className="order-receipt">
          <h2 className="h-sec mb-1">{t('order.receipt.title')}</h2>
          <ReceiptLines order={order} />
        </Card>
        <SomethingElse order={order} caller={caller} />
        <AccountOffer order={order} onOrder={onOrder} />
      </div>
    </div>
  );
}

/** The steps for all eSIMs. Where two are for one place, the place is no name for a line: the page's own names are. */
function StepsOfAll({ lines }: { lines: readonly OrderLineView[] }) {
  const places = lines.map(useLineWords()).map(({ destination }) => destination);
  const names = useLineNames(lines);
  return (
    <InstallSteps
      destination={null}
      names={new Set(places).size < places.length ? names : null}
      apns={lines.flatMap(({ esim }) => esim?.apn ?? [])}
    />
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
function LineList({ lines }: { lines: readonly OrderLineView[] }) {
  const { t } = useTranslation();
  const names = useLineNames(lines);
  return (
    <Card padded>
      <h2 className="h-sec mb-2">{t('order.several.list')}</h2>
      <ol className="sold-lines">
        {lines.map((line, index) => (
          <li key={index}>
            <OfferMark offer={line.forPlace ?? line} />
            <a className="link min-w-0 flex-1" href={`#line-${index + 1}`}>
              <Unbroken>{names[index]!}</Unbroken>
            </a>
            <LineChip line={line} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function LineChip({ line }: { line: OrderLineView }) {
  const { t } = useTranslation();
  if (line.esim !== null) return <EsimChip status={statusOf(line.esim)} />;
  const state = lineState(line);
  return (
    <Chip tone={TONES[state]} dot>
      {t(`order.several.state.${state}`)}
    </Chip>
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

/** One of several eSIMs: what installs it, what is left of it, or its state. */
function LineTicket(props: LineProps) {
  const { t } = useTranslation();
  const { order, line, number } = props;
  const headingId = `line-${number}-name`;
  const words = useLineWords()(line);
  const name = useLineNames(order.lines)[number - 1];
  const dateOf = useLocalDate();
  const { esim } = line;
  const status = esim && statusOf(esim);
  return (
    <Ticket
      as="article"
      className="esim-ticket"
      id={`line-${number}`}
      aria-labelledby={headingId}
      head={
        <div className="esim-ticket__head">
          <OfferMark offer={line.forPlace ?? line} />
          <div>
            <h2 className="h-sec" id={headingId}>
              <Unbroken>{name!}</Unbroken>
            </h2>
            {esim?.ownName != null && <p className="order-head__name">{esim.ownName}</p>}
            <p className="muted small">
              {esim !== null && (status === 'active' || status === 'lowData') && esim.validUntil !== null
                ? t('order.several.until', { date: dateOf(esim.validUntil) })
                : line.activation === null
                  ? words.days
                  : t(`profile.esims.from.${line.activation}`, { days: words.days })}
            </p>
          </div>
          <LineChip line={line} />
        </div>
      }
    >
      {esim === null ? (
        <NotReady {...props} />
      ) : (
        <div>
          {status === 'notInstalled' ? (
            <Install {...props} esim={esim} />
          ) : (
            <>
              <UsagePanel {...props} esim={esim} />
              <FoldedDailyUse esim={esim} />
              <UsedCodes line={line} esim={esim} over={OVER.includes(status!)} />
            </>
          )}
          <TicketFacts {...props} esim={esim} />
        </div>
      )}
      {line.replaced.length > 0 && (
        <div className="px-6 pb-6">
          <ReplacedEsims line={line} />
        </div>
      )}
    </Ticket>
  );
}

/**
 * One tap first, because a phone can't scan its own screen; the codes for another phone are folded there. On a wide
 * screen the codes come alone (order.css).
 */
function Install({ esim, ...props }: LineProps & { esim: EsimInstallView }) {
  const { t } = useTranslation();
  return (
    <div className="esim-ticket__install">
      <OneTapLinks esim={esim} />
      <details className="esim-ticket__codes">
        <summary>
          <b className="strong">{t('order.several.other')}</b>
          <span className="small muted">{t('order.several.otherText')}</span>
        </summary>
        <QrPanel {...props} esim={esim} />
        <FoldedCodes esim={esim} />
      </details>
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
    const { status, amount, otherWay } = line.refund ?? {};
    const done = otherWay ? 'refundedOther' : 'refunded';
    const stage = line.status === 'refunded' ? done : status === 'failed' ? 'returned' : 'refunding';
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
