import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { FingerprintIcon, MailIcon, PhoneIcon } from '../../../ui/icons.tsx';
import { unmetRules } from '../../../shared/password-rules.ts';
import { paths } from '../../../shared/paths.ts';
import { useRootData } from '../../root-data.ts';
import { useIsHosted } from '../../session/hosted.ts';
import { isPasskeySite } from '../../session/passkey-support.ts';
import { useTranslation } from '../../translation.tsx';
import { EmailField } from '../email-field.tsx';
import { PageLink } from '../page-link.tsx';
import { RichText } from '../rich-text.tsx';
import { ConnectProvider } from './connect-provider.tsx';
import { MailLinkForm } from './mail-link-form.tsx';
import { DEFAULT_RULES, usePasswordRules } from './password/password-policy.ts';
import { PasswordHint, PasswordRequirements } from './password/password-requirements.tsx';
import { PasswordStrength } from './password/password-strength.tsx';
import { PhoneSignIn } from './phone-sign-in.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { ProofLine } from './proof-line.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { SecondStepGate } from './second-step/second-step-gate.tsx';
import { SharedDevice } from './shared-device.tsx';
import { FIELDS, SIGN_UP_HASH, useAuthForm } from './use-auth-form.ts';

type Props = {
  /** Called after every successful sign-in; the parent then removes the form. */
  onSignedIn: () => void;
  heading?: 'h1' | 'h2';
  /** Starts as a sign-up with this address. */
  signUpWith?: string;
  /** True from a sign-in until its provider is linked: the parent must keep the form until then. */
  onLinking?: (linking: boolean) => void;
  /** True at the step with a phone number. */
  onPhone?: (byPhone: boolean) => void;
};

/** Sign-in and sign-up in one form (specification, 2: "Auth page"), for the page and for dialogs (`heading="h2"`). */
export function AuthForm(props: Props) {
  return (
    <SecondStepGate heading={props.heading ?? 'h1'}>
      <FirstStep {...props} />
    </SecondStepGate>
  );
}

function FirstStep({ onSignedIn, heading: Heading = 'h1', signUpWith, onLinking, onPhone }: Props) {
  const { t } = useTranslation();
  const isHosted = useIsHosted();
  const {
    mode,
    toggle,
    view,
    show,
    back,
    submit,
    watch,
    errors,
    provider,
    passkey,
    withPasskey,
    waitingFor,
    cancelPopup,
    problem,
    pending,
    sending,
    locked,
  } = useAuthForm(onSignedIn, signUpWith === undefined ? 'sign-in' : 'sign-up');
  // The address typed in another view, after the return from it.
  const [returned, setReturned] = useState<string>();
  const [password, setPassword] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const alertId = useId();
  const alertOf = (field: keyof typeof FIELDS) => (problem?.field === field ? alertId : undefined);
  const { identity, publicUrl } = useRootData();
  const hasPhone = identity.phone;
  const takesPasskeys = !isHosted && isPasskeySite(publicUrl);
  const signingUp = mode === 'sign-up';
  const mailsLinks = !signingUp && !isHosted;
  const asked = usePasswordRules(signingUp && !isHosted) ?? DEFAULT_RULES;
  const words = signingUp ? 'auth.signUp' : 'auth.signIn';
  const eye = { showLabel: t('auth.showPassword'), hideLabel: t('auth.hidePassword') };

  useEffect(() => onPhone?.(view.is === 'phone'), [onPhone, view.is]);

  // The fields are uncontrolled, and may have been filled in before hydration.
  const read = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? '';
  useEffect(() => setPassword(read(FIELDS.password)), [signingUp]);

  if (view.is === 'connect')
    return (
      <ConnectProvider
        conflict={view.conflict}
        heading={Heading}
        onSignedIn={onSignedIn}
        onLinking={onLinking}
        onBack={back}
      />
    );
  if (view.is === 'phone') return <PhoneSignIn heading={Heading} onSignedIn={onSignedIn} onBack={back} />;
  if (view.is !== 'form') {
    return (
      <MailLinkForm
        kind={view.is}
        heading={Heading}
        email={view.email}
        intro={view.is === 'upgrade' && <WeakPassword password={view.password} />}
        onBack={(address) => {
          setReturned(address);
          back();
        }}
      />
    );
  }
  const ask = (kind: 'forgot' | 'link') => show({ is: kind, email: read(FIELDS.email).trim() });

  return (
    // `post`: if a browser ever submits this form without script, the password must not be in the URL.
    <form className="stack gap-5" method="post" noValidate ref={form} onSubmit={submit} {...watch}>
      <header className="grid gap-2 mb-1">
        <Heading className="h-page">{t(`${words}.title`)}</Heading>
        <p className="muted">{t(`${words}.subtitle`)}</p>
      </header>
      {problem !== undefined && <ProblemAlert id={alertId} problem={problem} />}
      <EmailField
        label={t('auth.email')}
        name={FIELDS.email}
        defaultValue={returned ?? signUpWith}
        autoFocus={returned !== undefined}
        autoComplete={signingUp ? 'email' : 'email webauthn'}
        required
        disabled={pending}
        error={errors.email}
        alertId={alertOf('email')}
      />
      <div className="stack gap-2 password-row">
        <PasswordField
          {...eye}
          label={t('auth.password')}
          name={FIELDS.password}
          autoComplete={signingUp ? 'new-password' : 'current-password'}
          hint={signingUp && !isHosted ? <PasswordHint password={password} rules={asked} /> : undefined}
          required
          disabled={pending}
          error={errors.password}
          alertId={alertOf('password')}
          onChange={(event) => setPassword(event.target.value)}
        />
        {signingUp && !isHosted && <PasswordStrength password={password} email={read(FIELDS.email)} rules={asked} />}
        {!signingUp && !isHosted && (
          <button type="button" className="link forgot" disabled={locked} onClick={() => ask('forgot')}>
            {t('auth.forgot.ask')}
          </button>
        )}
      </div>
      {signingUp && (
        <PasswordField
          {...eye}
          label={t('auth.confirmPassword')}
          name={FIELDS.confirmation}
          autoComplete="new-password"
          required
          disabled={pending}
          error={errors.confirmation}
          alertId={alertOf('confirmation')}
        />
      )}
      <SharedDevice disabled={pending} />
      <div>
        <Button type="submit" size="lg" block disabled={locked} loading={sending}>
          {t(`${words}.submit`)}
        </Button>
        <ProofLine />
        {signingUp && Heading === 'h1' && <LegalLine />}
      </div>
      <div className="auth-or">{t('auth.or')}</div>
      <div className="stack gap-3">
        {!signingUp && takesPasskeys && (
          <Button
            variant="secondary"
            block
            className="min-h-12"
            icon={<FingerprintIcon size={18} />}
            disabled={locked}
            loading={withPasskey}
            onClick={passkey}
          >
            {t('auth.passkey.ask')}
          </Button>
        )}
        <ProviderButtons waitingFor={waitingFor} disabled={locked} onChoose={provider} onCancel={cancelPopup} />
        {(hasPhone || mailsLinks) && (
          <div className="auth-more">
            {hasPhone && (
              <Button
                variant="ghost"
                icon={<PhoneIcon size={18} />}
                disabled={locked}
                onClick={() => show({ is: 'phone' })}
              >
                {t('auth.phone.ask')}
              </Button>
            )}
            {mailsLinks && (
              <Button variant="ghost" icon={<MailIcon size={18} />} disabled={locked} onClick={() => ask('link')}>
                {t('auth.link.ask')}
              </Button>
            )}
          </div>
        )}
      </div>
      <a
        className="auth-toggle"
        href={signingUp ? '#' : SIGN_UP_HASH}
        aria-disabled={pending || undefined}
        onClick={(event) => {
          event.preventDefault();
          toggle();
        }}
      >
        {t(`${words}.ask`)} <span className="link">{t(`${words}.toggle`)}</span>
      </a>
    </form>
  );
}

/** What applies to an account. Not in a dialog, whose page says it. */
function LegalLine() {
  const { t } = useTranslation();
  return (
    <p className="small muted mt-3">
      <RichText
        text={t('auth.signUp.legal')}
        parts={{
          terms: (words) => (
            <PageLink className="link" to={paths.terms()}>
              {words}
            </PageLink>
          ),
          privacy: (words) => (
            <PageLink className="link" to={paths.privacy()}>
              {words}
            </PageLink>
          ),
        }}
      />
    </p>
  );
}

/** Why a correct password no longer signs in: the unmet requirements, or that it is predictable. */
function WeakPassword({ password }: { password: string }) {
  const { t } = useTranslation();
  const rules = usePasswordRules();
  if (rules === undefined) return null;
  const unmet = unmetRules(password, rules);
  if (unmet.length === 0) return <p>{t('auth.upgrade.common')}</p>;
  return (
    <div className="stack gap-2">
      <p>{t('auth.upgrade.missing')}</p>
      <PasswordRequirements password={password} rules={rules} only={unmet} />
    </div>
  );
}
