import { useState } from 'react';
import { isMailAddress } from '../../../shared/email.ts';
import { suggestedEmail } from '../../../shared/email-suggestion.ts';
import type { PaymentMethods } from '../../../modules/payments/types.ts';
import type { Itinerary } from '../../../shared/itinerary.ts';
import type { OrderTextVersions } from '../../../shared/legal.ts';
import { paths } from '../../../shared/paths.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { MailIcon } from '../../../ui/icons.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useSession } from '../../session/session.ts';
import { useTranslation } from '../../translation.tsx';
import { EmailField } from '../../components/email-field.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { RichText } from '../../components/rich-text.tsx';
import { BeginConsent } from '../../components/checkout/begin-consent.tsx';
import { CountryField } from './country-field.tsx';
import { PaymentStep } from './payment-step.tsx';
import type { Ware } from './plan-words.ts';
import { Step } from './step.tsx';
import { TravelDate } from './travel-date.tsx';
import { SignInDialog } from '../../components/auth/sign-in-dialog.tsx';
import { useFormValues } from './use-form-values.ts';
import type { Country } from './use-country.ts';
import { usePay } from './use-pay.ts';
import { checkoutForm } from '../../../shared/forms/forms.ts';
import { useForm } from '../../use-form.ts';

type Props = {
  wares: readonly Ware[];
  trip: Itinerary | null;
  /** The versions of the legal texts that the buyer accepts. */
  texts: OrderTextVersions;
  /** How the payment page takes money; null: not known yet. */
  methods: PaymentMethods | null;
  /** False where the payment provider keeps no cards. */
  keepsCards: boolean;
  country: Country;
};

const WORDS = {
  country: 'checkout.country.wrong',
  travelDate: 'checkout.travel.wrong',
  device: 'checkout.device.missing',
  begin: 'consent.missingThere',
} as const;

/** The three steps of the checkout. The pay button creates the order and redirects to the payment provider's page. */
export function CheckoutForm({ wares, trip, texts, methods, keepsCards, country }: Props) {
  const { t } = useTranslation();
  const session = useSession();
  const several = wares.length > 1;
  const { form, email, setEmail, device, setDevice } = useFormValues(session);
  const { errors, watch, check, say } = useForm(checkoutForm, {
    words: (field) => (field === 'email' ? undefined : t(WORDS[field])),
  });
  const payment = usePay(form, { check, say }, { wares, trip, texts, country: country.stated });
  const { pay, paying } = payment;
  const [signingIn, setSigningIn] = useState(false);
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
            hint={<AddressHint several={several} disabled={paying} onSignIn={() => setSigningIn(true)} />}
          />
          <CountryField country={country} disabled={paying} error={errors.country} />
          <TravelDate disabled={paying} error={errors.travelDate} />
        </Step>
        <DeviceStep checked={device} onChange={setDevice} disabled={paying} error={errors.device} />
        <PaymentStep
          wares={wares}
          methods={methods}
          keepsCards={keepsCards}
          consent={country.asksConsent && <BeginConsent disabled={paying} error={errors.begin} />}
          payment={payment}
        />
      </form>
      <SignInDialog open={signingIn} onClose={() => setSigningIn(false)} />
    </>
  );
}

type HintProps = { several: boolean; disabled: boolean; onSignIn: () => void };

/** What the address is for; a guest may sign in. */
function AddressHint({ several, disabled, onSignIn }: HintProps) {
  const { t } = useTranslation();
  const session = useSession();
  if (session.status === 'signed-in')
    return t(several ? 'checkout.several.signedInHint' : 'checkout.email.signedInHint');
  return (
    <RichText
      text={t(several ? 'checkout.several.signInHint' : 'checkout.email.signInHint')}
      parts={{
        signIn: (words) => (
          <button
            type="button"
            className="link cursor-pointer whitespace-nowrap"
            disabled={disabled}
            onClick={onSignIn}
          >
            {words}
          </button>
        ),
      }}
    />
  );
}

/** The buyer confirms that the phone takes an eSIM. */
function DeviceStep({
  checked,
  onChange,
  disabled,
  error,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled: boolean;
  error: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    <Step number={2} title={t('checkout.device.title')} done={checked}>
      <Checkbox
        name="device"
        required
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        label={t('checkout.device.label')}
        error={error}
      />
      <p className="mt-1 ml-8">
        <PageLink className="link small inline-flex min-h-9 items-center" to={paths.helpDevices()} target="_blank">
          {t('checkout.device.check')}
          <VisuallyHidden> {t('checkout.device.newTab')}</VisuallyHidden>
        </PageLink>
      </p>
    </Step>
  );
}
