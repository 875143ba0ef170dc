import { type ReactNode, useId, useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatDate, formatPercent } from '../../../../i18n/format.ts';
import { AUTO_TOP_UP_ENDINGS } from '../../../../shared/auto-top-up.ts';
import { paths } from '../../../../shared/paths.ts';
import type { AutoTopUpView } from '../../../../shared/auto-top-up-view.ts';
import type { OrderLineView, OrderView } from '../../../../shared/views.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { Meter } from '../../../../ui/meter.tsx';
import { Switch } from '../../../../ui/switch.tsx';
import { useToast } from '../../../../ui/toast.tsx';
import { apiErrorCode, type Caller, callApi } from '../../../api.ts';
import { useNow } from '../../../components/account/now.tsx';
import { SignInDialog } from '../../../components/auth/sign-in-dialog.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { useFormat } from '../../../format.ts';
import { useTranslation } from '../../../translation.tsx';
import { useHydrated } from '../../../use-hydrated.ts';
import { useCardWords } from '../receipt.tsx';
import { AutoTopUpDialog } from './auto-top-up-dialog.tsx';

type Props = {
  order: OrderView;
  line: OrderLineView;
  /** The number of the line, from 1. */
  number: number;
  caller: Caller;
  onOrder: (order: OrderView) => void;
};

/** The auto top-up of an eSIM, in every state; nothing where it can't have one. */
export function AutoTopUpCard(props: Props) {
  const titleId = useId();
  const { autoTopUp } = props.line;
  if (autoTopUp === null) return null;
  // On a ticket of several, the ticket names the eSIM: several regions of one name would be no landmarks.
  const isAlone = props.order.lines.length === 1;
  return (
    <section className="auto-top-up no-print" aria-labelledby={isAlone ? titleId : undefined}>
      {autoTopUp.yours ? (
        <Owners {...props} autoTopUp={autoTopUp} titleId={titleId} />
      ) : (
        <AskToSignIn order={props.order} titleId={titleId} />
      )}
    </section>
  );
}

function Head({ titleId, children }: { titleId: string; children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="auto-top-up__head">
      <h2 className="h-sec" id={titleId}>
        {t('autotopup.title')}
      </h2>
      {children}
    </div>
  );
}

function AskToSignIn({ order, titleId }: { order: OrderView; titleId: string }) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const { revalidate } = useRevalidator();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Head titleId={titleId} />
      <p className="small">{t('autotopup.intro')}</p>
      <p className="small muted">{t('autotopup.signIn')}</p>
      {order.claimable ? (
        <p className="small muted">{t('autotopup.joinFirst', { offer: t('order.account.title') })}</p>
      ) : (
        <>
          <Button variant="secondary" disabled={!hydrated} onClick={() => setOpen(true)}>
            {t('autotopup.signInLink')}
          </Button>
          <SignInDialog open={open} onClose={() => setOpen(false)} onSignedIn={() => void revalidate()} />
        </>
      )}
    </>
  );
}

const IS_ON: readonly AutoTopUpView['state'][] = ['on', 'capped', 'authentication'];

function Owners({ autoTopUp, titleId, ...props }: Props & { autoTopUp: AutoTopUpView; titleId: string }) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [choosing, setChoosing] = useState(false);
  const { problem, busy, news, switchOff, saved } = useSwitch(props);
  const isOn = IS_ON.includes(autoTopUp.state);
  return (
    <>
      <Head titleId={titleId}>
        <Switch
          label={t('autotopup.title')}
          on={isOn && !busy}
          disabled={!hydrated || busy}
          onChange={(on) => (on ? setChoosing(true) : void switchOff())}
        />
      </Head>
      {problem !== undefined && <Alert tone="danger">{t(problem)}</Alert>}
      <State autoTopUp={autoTopUp} />
      {isOn && autoTopUp.agreed !== null && (
        <Agreed agreed={autoTopUp.agreed} onChange={hydrated ? () => setChoosing(true) : undefined} />
      )}
      <AutoTopUpDialog
        {...props}
        autoTopUp={autoTopUp}
        esim={props.line.esim}
        open={choosing}
        onClose={() => setChoosing(false)}
        onSaved={(order) => {
          setChoosing(false);
          saved(order);
        }}
      />
      <span className="sr" role="status">
        {news !== undefined && t(news)}
      </span>
    </>
  );
}

/** What is said before the terms: why it is off, and what waits for the owner. */
function State({ autoTopUp: { state, reason, agreed, payOrderId } }: { autoTopUp: AutoTopUpView }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (state === 'authentication' && payOrderId !== null && agreed !== null) {
    return (
      <Alert tone="warning" title={t('autotopup.authentication.title')}>
        <p>{t('autotopup.authentication.text', { price: format.money(agreed.price) })}</p>
        <PageLink className={buttonClass({ size: 'sm' }, 'mt-3')} to={paths.order(payOrderId)}>
          {t('autotopup.authentication.confirm')}
        </PageLink>
      </Alert>
    );
  }
  if (state === 'stopped' && (reason === 'declined' || reason === 'card-gone' || reason === 'returned')) {
    return (
      <Alert tone="warning" title={t(`autotopup.stopped.${reason}.title`)}>
        {t(`autotopup.stopped.${reason}.text`)}
      </Alert>
    );
  }
  if (state !== 'off') return null;
  const told =
    reason !== null && (TOLD as readonly string[]).includes(reason) ? (reason as (typeof TOLD)[number]) : null;
  return (
    <>
      <p className="small">{t('autotopup.intro')}</p>
      {told !== null && <p className="small muted">{t(`autotopup.ended.${told}`)}</p>}
    </>
  );
}

/** Reasons that its owner did not choose, and after which it can be switched on again. */
const TOLD = [
  ...AUTO_TOP_UP_ENDINGS.filter((each) => each === 'plan-gone' || each === 'dearer' || each === 'restored'),
  'card-removed',
  'by-operator',
] as const;

function Agreed({
  agreed,
  onChange,
}: {
  agreed: NonNullable<AutoTopUpView['agreed']>;
  onChange: (() => void) | undefined;
}) {
  const { t, locale } = useTranslation();
  const format = useFormat();
  const cardWords = useCardWords();
  const now = new Date(useNow());
  const { price, cap, spent } = agreed;
  const more = Math.floor((cap.amount - spent.amount) / price.amount);
  const figures = t('autotopup.spent', { spent: format.money(spent), cap: format.money(cap) });
  const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  return (
    <>
      <p className="small">
        {t('autotopup.rule', {
          percent: formatPercent(agreed.percent / 100, locale),
          data: format.data(agreed.dataMb),
          price: format.money(price),
        })}
      </p>
      <div className="auto-top-up__month">
        <p className="auto-top-up__row small">
          <span className="muted">{t('autotopup.month')}</span>
          <b className="strong tnum">{figures}</b>
        </p>
        <Meter value={cap.amount === 0 ? 1 : spent.amount / cap.amount} label={t('autotopup.month')} text={figures} />
        <p className="hint">
          {more > 0
            ? t('autotopup.more', { count: more })
            : t('autotopup.none', { date: formatDate(nextMonth, locale, 'UTC') })}
        </p>
      </div>
      <p className="auto-top-up__row small">
        <span>{agreed.card === null ? t('autotopup.unknownCard') : cardWords(agreed.card)}</span>
        <Button variant="ghost" disabled={onChange === undefined} onClick={onChange}>
          {t('autotopup.change')}
        </Button>
      </p>
    </>
  );
}

function useSwitch({ order, number, caller, onOrder }: Props) {
  const { t } = useTranslation();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<'autotopup.failed' | 'autotopup.tooMany'>();
  const [news, setNews] = useState<'autotopup.isOff' | 'autotopup.isOn'>();

  async function switchOff() {
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await callApi('put /orders/{orderId}/lines/{line}/auto-top-up', {
        params: { orderId: order.id, line: String(number) },
        body: { on: false },
        caller,
      });
      onOrder(answer.order);
      setNews('autotopup.isOff');
    } catch (error) {
      setProblem(apiErrorCode(error) === 'too-many-requests' ? 'autotopup.tooMany' : 'autotopup.failed');
    } finally {
      setBusy(false);
    }
  }

  function saved(now: OrderView) {
    onOrder(now);
    setProblem(undefined);
    setNews('autotopup.isOn');
    toast(t('autotopup.saved'));
  }

  return { busy, problem, news, switchOff, saved };
}
