import { type FormEvent, useId, useState } from 'react';
import type { OrderView } from '../../../shared/views.ts';
import { paths } from '../../../shared/paths.ts';
import { travelForm } from '../../../shared/forms/travel.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { ApiError, callApi, type Caller } from '../../api.ts';
import { type EsimStatus, statusOf } from '../../components/account/esim-status.ts';
import { PageLink } from '../../components/page-link.tsx';
import { useTranslation } from '../../translation.tsx';
import { useForm } from '../../use-form.ts';
import { useHydrated } from '../../use-hydrated.ts';
import { GuestDevices } from './guest-devices.tsx';

type Props = { order: OrderView; caller: Caller; onOrder: (order: OrderView) => void };

/** States in which an eSIM is there or on its way. */
const WITH_ESIMS: readonly OrderView['status'][] = ['paid', 'fulfilling', 'fulfilled'];

/** States of an eSIM for which no notice is sent. */
const OVER: readonly EsimStatus[] = ['usedUp', 'ended', 'deleted'];

/** The notices of an order, below its page. The page of one eSIM in use shows `NoticesCard` in its column. */
export function OrderNotices(props: Props) {
  const { order } = props;
  if (!hasNotices(order) || isInUse(order)) return null;
  return (
    <div className="wrap no-print pb-20">
      <div className={isBesideCode(order) ? 'order-notices order-notices--beside-code' : 'order-notices'}>
        <NoticesCard {...props} />
      </div>
    </div>
  );
}

const hasNotices = ({ status, lines }: OrderView): boolean =>
  WITH_ESIMS.includes(status) && !lines.every(({ esim }) => esim !== null && OVER.includes(statusOf(esim)));

/** By mail or not, on which devices, and when the buyer travels. */
export function NoticesCard({ order, caller, onOrder }: Props) {
  const { t } = useTranslation();
  const titleId = useId();
  if (!hasNotices(order)) return null;
  const isInstalled = order.lines.every(({ esim }) => esim?.installed === true);
  return (
    <Card padded className="no-print">
      <section aria-labelledby={titleId} className="stack gap-4">
        <h2 className="h-sec" id={titleId}>
          {t('notices.title')}
        </h2>
        <MailSwitch order={order} caller={caller} onOrder={onOrder} />
        {!isInstalled && <TravelDate key={order.travelDate ?? ''} order={order} caller={caller} onOrder={onOrder} />}
        <GuestDevices order={order} />
        {!order.claimable && (
          <PageLink className="link small inline-flex min-h-11 items-center" to={paths.notices()}>
            {t('notices.order.settings')}
          </PageLink>
        )}
      </section>
    </Card>
  );
}

/** True for the page of one eSIM that is on a phone. */
function isInUse({ status, lines: [line, second] }: OrderView): boolean {
  const isOne = status === 'fulfilled' && second === undefined;
  return isOne && line?.esim != null && statusOf(line.esim) !== 'notInstalled';
}

/** True where a code, or its place, stands in a column of its own: the page of one eSIM that is not installed. */
function isBesideCode({ lines: [line, second] }: OrderView): boolean {
  return second === undefined && (line?.esim == null || statusOf(line.esim) === 'notInstalled');
}

function MailSwitch({ order, caller, onOrder }: Props) {
  const { t } = useTranslation();
  const hydrated = useHydrated();
  const [wanted, setWanted] = useState<boolean>();
  const [failed, setFailed] = useState(false);

  async function choose(on: boolean) {
    setWanted(on);
    setFailed(false);
    try {
      const params = { orderId: order.id };
      onOrder((await callApi('post /orders/{orderId}/notices', { params, body: { mail: on }, caller })).order);
    } catch {
      setFailed(true);
    }
    setWanted(undefined);
  }

  return (
    <>
      <div className="order-notices__mail">
        <div>
          <p className="strong">{t('notices.order.text')}</p>
          <p className="small muted wrap-anywhere">{t('notices.order.to', { email: order.email })}</p>
        </div>
        <Switch
          label={t('notices.order.byMail')}
          on={wanted ?? order.noticesByMail}
          disabled={!hydrated || wanted !== undefined}
          onChange={(on) => void choose(on)}
        />
      </div>
      {failed && <Alert tone="danger">{t('notices.order.failed')}</Alert>}
    </>
  );
}

/** The zone of the browser, in which the traveller means the day. */
const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function TravelDate({ order, caller, onOrder }: Props) {
  const { t } = useTranslation();
  const toast = useToast();
  const hydrated = useHydrated();
  const { errors, watch, check, say } = useForm(travelForm, { words: () => t('notices.order.wrong') });
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);

  async function change(travelDate: string | null) {
    setBusy(true);
    setFailed(false);
    try {
      const answer = await callApi('post /orders/{orderId}/travel-date', {
        params: { orderId: order.id },
        body: { travelDate, ...(travelDate !== null && { timeZone: zoneHere() }) },
        caller,
      });
      onOrder(answer.order);
      toast(t(travelDate === null ? 'notices.order.removed' : 'notices.order.saved'));
    } catch (error) {
      if (error instanceof ApiError && error.field === 'travelDate') say('travelDate', 'value');
      else setFailed(true);
    } finally {
      setBusy(false);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = check(event.currentTarget);
    if (values?.travelDate) void change(values.travelDate);
    else if (values && order.travelDate !== null) void change(null);
  }

  return (
    <form className="order-notices__travel" noValidate {...watch} onSubmit={submit} aria-busy={busy || undefined}>
      <Field
        label={t('notices.order.travel')}
        type="date"
        name="travelDate"
        defaultValue={order.travelDate ?? ''}
        hint={t('notices.order.travelHint')}
        {...(errors.travelDate !== undefined && { error: errors.travelDate })}
      />
      <div className="row flex-wrap">
        <Button type="submit" variant="secondary" disabled={!hydrated} loading={busy}>
          {t('notices.order.save')}
        </Button>
        {order.travelDate !== null && (
          <Button variant="ghost" disabled={!hydrated || busy} onClick={() => void change(null)}>
            {t('notices.order.remove')}
          </Button>
        )}
      </div>
      {failed && <Alert tone="danger">{t('notices.order.failed')}</Alert>}
    </form>
  );
}
