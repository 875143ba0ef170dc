import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isMailAddress } from '../../../shared/email.ts';
import { suggestedEmail } from '../../../shared/email-suggestion.ts';
import { formatList } from '../../../i18n/format.ts';
import type { PaymentMethods } from '../../../modules/payments/types.ts';
import type { Itinerary } from '../../../shared/itinerary.ts';
import type { OrderTextVersions } from '../../../shared/legal.ts';
import { sumOf } from '../../../shared/money.ts';
import { paths } from '../../../shared/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { CardIcon, CheckIcon, LockIcon, MailIcon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { apiErrorCode, ApiError } from '../../api.ts';
import { useLocale } from '../../language.ts';
import { useSession } from '../../session/session.ts';
import { useTranslation } from '../../translation.tsx';
import { EmailField } from '../../components/email-field.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { useHydrated } from '../../use-hydrated.ts';
import { forgetRequest, keptOrder, type OrderRequest } from '../../components/checkout/order-key.ts';
import { buyersSession, placeOrder } from './place-order.ts';
import { useWaresWords, type Ware } from './plan-words.ts';
import { Problem, type Refusal } from './problem.tsx';
import { SignInDialog } from '../../components/auth/sign-in-dialog.tsx';
import { useFormValues } from './use-form-values.ts';
import { checkoutForm } from '../../../shared/forms/forms.ts';
import { useForm } from '../../use-form.ts';

type Props = {
  wares: readonly Ware[];
  trip: Itinerary | null;
  /** The versions of the legal texts that the buyer accepts. */
  texts: OrderTextVersions;
  /** How the payment page takes money; null: not known yet. */
  methods: PaymentMethods | null;
};

/** The three steps of the checkout. The pay button creates the order and redirects to the payment provider's page. */
export function CheckoutForm({ wares, trip, texts, methods }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const session = useSession();
  const words = useWaresWords(wares);
  const several = wares.length > 1;
  const names = [...(methods?.card === true ? [t('checkout.payment.card')] : []), ...(methods?.others ?? [])];
  const { revalidate } = useRevalidator();
  const { form, email, setEmail, device, setDevice } = useFormValues(session);
  const { errors, watch, check, say } = useForm(checkoutForm, {
    words: (field) => (field === 'device' ? t('checkout.device.missing') : undefined),
  });
  const [paying, setPaying] = useState(false);
  const [refusal, setRefusal] = useState<Refusal & { request: OrderRequest }>();
  const [signingIn, setSigningIn] = useState(false);
  const busy = useRef(false);
  const hydrated = useHydrated();

  // On return from the payment page the browser may restore this page from its cache, with the form still locked.
  useEffect(() => {
    const unlock = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      busy.current = false;
      setPaying(false);
    };
    window.addEventListener('pageshow', unlock);
    return () => window.removeEventListener('pageshow', unlock);
  }, []);

  async function pay(event?: FormEvent) {
    event?.preventDefault();
    // React state updates too late for a double click, so a ref is checked.
    if (busy.current) return;
    setRefusal(undefined);
    const values = form.current ? check(form.current) : undefined;
    if (values === undefined) return;
    busy.current = true;
    setPaying(true);
    const buyer = await buyersSession();
    const request: OrderRequest = {
      planIds: wares.map(({ plan }) => plan.id),
      email: values.email,
      uid: buyer.status === 'signed-in' ? buyer.user.uid : null,
      trip,
      forPlace: wares.find(({ forPlace }) => forPlace !== null)?.forPlace?.slug ?? null,
    };
    try {
      const paymentUrl = await placeOrder({
        session: buyer,
        request,
        total: sumOf(wares.map(({ plan }) => plan.price)),
        locale,
        texts,
      });
      // Stays locked: the page is being left.
      location.assign(paymentUrl);
    } catch (error) {
      busy.current = false;
      setPaying(false);
      if (error instanceof ApiError && error.field === 'email') return say('email', 'email');
      const code = apiErrorCode(error);
      // The page shows the new price; paying again confirms it.
      if (code === 'price-changed') await revalidate();
      setRefusal({ code, orderId: keptOrder(request), request });
    }
  }

  function buyAnother() {
    if (refusal !== undefined) forgetRequest(refusal.request);
    void pay();
  }

  return (
    <>
      <form
        className="stack"
        ref={form}
        noValidate
        {...watch}
        onSubmit={(event) => void pay(event)}
        aria-busy={paying || undefined}
      >
        <Step
          number={1}
          title={t('checkout.email.title')}
          done={isMailAddress(email) && suggestedEmail(email) === undefined}
        >
          <EmailField
            label={t('checkout.email.label')}
            name="email"
            required
            maxLength={254}
            icon={<MailIcon />}
            value={email}
            readOnly={paying}
            onChange={(event) => setEmail(event.target.value)}
            error={errors.email}
            hint={
              session.status === 'signed-in' ? (
                t(several ? 'checkout.several.signedInHint' : 'checkout.email.signedInHint')
              ) : (
                <RichText
                  text={t(several ? 'checkout.several.signInHint' : 'checkout.email.signInHint')}
                  parts={{
                    signIn: (words) => (
                      <button
                        type="button"
                        className="link cursor-pointer whitespace-nowrap"
                        disabled={paying}
                        onClick={() => setSigningIn(true)}
                      >
                        {words}
                      </button>
                    ),
                  }}
                />
              )
            }
          />
        </Step>
        <Step number={2} title={t('checkout.device.title')} done={device}>
          <Checkbox
            name="device"
            required
            checked={device}
            disabled={paying}
            onChange={(event) => setDevice(event.target.checked)}
            label={t('checkout.device.label')}
            error={errors.device}
          />
          <p className="mt-1 ml-8">
            <PageLink className="link small inline-flex min-h-9 items-center" to={paths.helpDevices()} target="_blank">
              {t('checkout.device.check')}
              <VisuallyHidden> {t('checkout.device.newTab')}</VisuallyHidden>
            </PageLink>
          </p>
        </Step>
        <Step number={3} title={t('checkout.payment.title')} done={false}>
          <div className="pay-method">
            <CardIcon />
            <div>
              <b className="strong">{names.length === 0 ? t('checkout.payment.unknown') : formatList(names, locale)}</b>
              <p className="small muted">
                {t(`checkout.payment.${names.length === 1 && methods?.card === true ? 'where' : 'whereSeveral'}`)}
              </p>
            </div>
          </div>
          <p className="checkout-sum">
            <span>
              <b className="strong">{words.name}</b>
              <span className="small muted block">{words.facts}</span>
            </span>
            <b className="strong tnum">{words.total}</b>
          </p>
          <div className="stack mt-4 gap-3">
            {refusal !== undefined && (
              <Problem
                refusal={refusal}
                total={words.total}
                plansPath={several || !wares[0] ? paths.plans() : paths.offer(wares[0].forPlace ?? wares[0].offer)}
                onRetry={() => void pay()}
                onAnother={buyAnother}
              />
            )}
            <Button type="submit" size="lg" block disabled={!hydrated} loading={paying} icon={<LockIcon size={18} />}>
              {t('checkout.payment.pay', { total: words.total })}
            </Button>
            <span className="sr" role="status">
              {paying && t('checkout.payment.opening')}
            </span>
            <p className="hint text-pretty">
              <RichText
                text={t(several ? 'checkout.several.terms' : 'checkout.payment.terms')}
                parts={{
                  terms: newTab(paths.terms(), t('checkout.device.newTab')),
                  refund: newTab(paths.refundPolicy(), t('checkout.device.newTab')),
                }}
              />{' '}
              <RichText
                text={t('checkout.withdrawal')}
                parts={{ privacy: newTab(paths.privacy(), t('checkout.device.newTab')) }}
              />
            </p>
          </div>
        </Step>
      </form>
      <SignInDialog open={signingIn} onClose={() => setSigningIn(false)} />
    </>
  );
}

/** Renders words as a link that opens in a new tab; `hint` is the text for screen readers. */
function newTab(href: string, hint: string) {
  return (words: string) => (
    <a className="link" href={href} target="_blank">
      {words}
      <VisuallyHidden> {hint}</VisuallyHidden>
    </a>
  );
}

/** One step of the checkout: its number, or a green check mark when done. */
function Step({
  number,
  title,
  done,
  children,
}: {
  number: number;
  title: string;
  done: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Card className="panel">
      <div className="panel__head">
        <span className={classNames('n', done && 'ok')} aria-hidden="true">
          {done ? <CheckIcon size={16} strokeWidth={3} /> : number}
        </span>
        <h2 className="h-sec">
          {title}
          {done && <VisuallyHidden> ({t('checkout.done')})</VisuallyHidden>}
        </h2>
      </div>
      {children}
    </Card>
  );
}
