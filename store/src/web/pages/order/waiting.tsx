import { useEffect, useState } from 'react';
import type { OrderView } from '../../../shared/views.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Card } from '../../../ui/card.tsx';
import { paths } from '../../../shared/paths.ts';
import { Button, buttonClass, type ButtonVariant } from '../../../ui/button.tsx';
import { type Caller, apiErrorCode, callApi } from '../../api.ts';
import { useTranslation } from '../../translation.tsx';
import { AccountOffer } from './account-offer.tsx';
import { useLocalTime } from '../../components/account/local-time.tsx';
import { OrderWithout } from './order-frame.tsx';
import { isTopUp, useOrderWords } from './order-words.ts';
import { PartRefund } from './returned.tsx';
import { Stations } from './stations.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { useHydrated } from '../../use-hydrated.ts';

type Props = { order: OrderView; caller: Caller };

/** A payment is confirmed within seconds; after this long it was probably never made. */
const SLOW_MS = 12_000;

/** Back from the payment page, before the payment is confirmed. */
export function ConfirmingPayment({ order, caller }: Props) {
  const { t } = useTranslation();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <OrderWithout order={order} mark="busy" title={t('order.confirming.title')} text={t('order.confirming.text')}>
      <Card padded>
        <Progress order={order} at="payment" />
        <div role="status">
          {slow && (
            <div className="stack mt-6 border-t border-line pt-5">
              <p>{t('order.confirming.slow')}</p>
              <RetryPayment order={order} caller={caller} variant="secondary" label={t('order.confirming.back')} />
            </div>
          )}
        </div>
      </Card>
    </OrderWithout>
  );
}

/** An unpaid order: the payment was cancelled, expired or failed. It can still be paid. */
export function Unpaid({ order, caller, why }: Props & { why: 'cancelled' | 'expired' | 'failed' }) {
  const { t } = useTranslation();
  const { plan, total } = useOrderWords(order);
  return (
    <OrderWithout
      order={order}
      mark="stopped"
      title={t(`order.${why}.title`)}
      text={t(`order.${why}.text`, { email: order.email })}
    >
      {order.payable && (
        <Card padded>
          <h2 className="h-sec mb-1">{t('order.unpaid.title')}</h2>
          <p className="muted mb-5">
            {isTopUp(order)
              ? t('topup.ofOrder.unpaid', { plan })
              : t('order.unpaid.text', { plan, count: order.lines.length })}
          </p>
          <RetryPayment order={order} caller={caller} label={t('order.unpaid.pay', { total })} />
        </Card>
      )}
    </OrderWithout>
  );
}

/** A paid order whose eSIM is in progress; or late, with what happens next. */
export function Preparing({ order, onOrder }: { order: OrderView; onOrder: (order: OrderView) => void }) {
  const { t } = useTranslation();
  const { total } = useOrderWords(order);
  const timeOf = useLocalTime();
  const { email, delayed, refundBy } = order;
  const late = isTopUp(order)
    ? ({ title: 'topup.ofOrder.lateTitle', until: 'topup.ofOrder.late', noTime: 'topup.ofOrder.lateNoTime' } as const)
    : ({
        title: 'order.preparing.delayedTitle',
        until: 'order.preparing.delayed',
        noTime: 'order.preparing.delayedNoTime',
      } as const);
  return (
    <OrderWithout
      order={order}
      mark={delayed ? 'late' : 'busy'}
      title={t('order.preparing.title')}
      text={t(isTopUp(order) ? 'topup.ofOrder.preparing' : 'order.preparing.text')}
    >
      <Card padded>
        <Progress order={order} at="preparation" delayed={delayed} />
      </Card>
      {delayed ? (
        <Alert tone="warning" title={t(late.title)}>
          {refundBy === null
            ? t(late.noTime, { total, email })
            : t(late.until, { time: timeOf(refundBy), total, email })}
        </Alert>
      ) : (
        <p className="muted small">{t(isTopUp(order) ? 'topup.ofOrder.close' : 'order.preparing.close', { email })}</p>
      )}
      <AccountOffer order={order} onOrder={onOrder} />
      <PartRefund order={order} />
      {order.lines.length === 1 && (
        <p className="small">
          <PageLink className="link" to={paths.refund(order.id)}>
            {t('order.preparing.refund')}
          </PageLink>
        </p>
      )}
    </OrderWithout>
  );
}

/** The three stages from payment to eSIM, or to its new plan, with the current one marked. */
function Progress({
  order,
  at,
  delayed = false,
}: {
  order: OrderView;
  at: 'payment' | 'preparation';
  delayed?: boolean;
}) {
  const { t } = useTranslation();
  const paid = at === 'preparation';
  const added = isTopUp(order);
  const stations = [
    {
      title: t(paid ? 'order.progress.paid' : 'order.progress.paying'),
      text: paid ? '' : t('order.progress.payingText'),
      done: paid,
      now: !paid,
    },
    {
      title: t(added ? 'topup.ofOrder.adding' : 'order.progress.preparing'),
      text: t(delayed ? 'order.progress.delayedText' : 'order.progress.preparingText'),
      done: false,
      now: paid,
    },
    {
      title: t(added ? 'topup.ofOrder.added' : 'order.progress.ready'),
      // Once it is paid, the page says below where the mail goes.
      text: added ? t('topup.ofOrder.addedText') : t(paid ? 'order.progress.readyHere' : 'order.progress.readyText'),
      done: false,
      now: false,
    },
  ];
  return <Stations label={t('order.progress.label')} stations={stations} />;
}

const PROBLEMS = {
  'order-not-payable': 'paid',
  network: 'network',
  timeout: 'network',
  'too-many-requests': 'tooMany',
  'price-changed': 'priceChanged',
  'plan-unavailable': 'unavailable',
} as const;

/** The checkout of the same plans, or the page that adds the same plan. */
function checkoutAgain({ lines }: OrderView): string {
  const [line] = lines;
  if (line?.addedTo != null) return paths.topUp(line.addedTo.orderId, line.addedTo.line, { chosen: line.planId });
  if (!line || lines.length > 1) return paths.checkout(lines.map(({ planId }) => planId));
  const place = line.forPlace && { kind: 'local', slug: line.forPlace.slug };
  return paths.checkoutFor(place, { id: line.planId, offerSlug: line.offerSlug });
}

/** Leads to the payment page of an unpaid order: the open one, or a new one. */
function RetryPayment({
  order,
  caller,
  label,
  variant,
}: {
  order: OrderView;
  caller: Caller;
  label: string;
  variant?: ButtonVariant;
}) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<(typeof PROBLEMS)[keyof typeof PROBLEMS] | 'other'>();

  useEffect(() => {
    const unlock = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    window.addEventListener('pageshow', unlock);
    return () => window.removeEventListener('pageshow', unlock);
  }, []);

  async function retry() {
    setBusy(true);
    setProblem(undefined);
    try {
      const { paymentUrl } = await callApi('post /orders/{orderId}/payment', {
        params: { orderId: order.id },
        caller,
      });
      location.assign(paymentUrl);
    } catch (error) {
      const code = apiErrorCode(error);
      setProblem(code in PROBLEMS ? PROBLEMS[code as keyof typeof PROBLEMS] : 'other');
      setBusy(false);
    }
  }

  return (
    <div className="stack justify-items-start">
      {problem !== undefined && <Alert tone="danger">{t(`order.problem.${problem}`)}</Alert>}
      {(problem === 'priceChanged' || problem === 'unavailable') && (
        <PageLink className={buttonClass({ variant: 'secondary' })} to={checkoutAgain(order)}>
          {t('order.problem.checkout')}
        </PageLink>
      )}
      <Button size="lg" variant={variant} disabled={!hydrated} loading={busy} onClick={() => void retry()}>
        {label}
      </Button>
      <span className="sr" role="status">
        {busy && t('order.retrying')}
      </span>
    </div>
  );
}
