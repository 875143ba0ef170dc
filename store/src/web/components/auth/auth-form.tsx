import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { unmetRules } from '../../../shared/password-rules.ts';
import { paths } from '../../../shared/paths.ts';
import { useIsHosted } from '../../session/hosted.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../page-link.tsx';
import { RichText } from '../rich-text.tsx';
import { AuthFields } from './auth-fields.tsx';
import { ConnectProvider } from './connect-provider.tsx';
import { MailLinkForm } from './mail-link-form.tsx';
import { DEFAULT_RULES, usePasswordRules } from './password/password-policy.ts';
import { PasswordRequirements } from './password/password-requirements.tsx';
import { OtherWays } from './other-ways.tsx';
import { PhoneSignIn } from './phone-sign-in.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { ProofLine } from './proof-line.tsx';
import { SecondStepGate } from './second-step/second-step-gate.tsx';
import { SharedDevice } from './shared-device.tsx';
import { type AuthView, FIELDS, SIGN_UP_HASH, typedIn, useAuthForm } from './use-auth-form.ts';

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
  const auth = useAuthForm(onSignedIn, signUpWith === undefined ? 'sign-in' : 'sign-up');
  const { mode, view, show, problem, pending, locked } = auth;
  // The address typed in another view, after the return from it.
  const [returned, setReturned] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const signingUp = mode === 'sign-up';
  const [password, setPassword] = useTypedPassword(form, signingUp);
  const rules = usePasswordRules(signingUp && !isHosted) ?? DEFAULT_RULES;
  const words = signingUp ? 'auth.signUp' : 'auth.signIn';
  const alertId = useId();

  useEffect(() => onPhone?.(view.is === 'phone'), [onPhone, view.is]);

  function back(email?: string) {
    if (email !== undefined) setReturned(email);
    auth.back();
  }
  if (view.is !== 'form') return <OtherView {...{ view, heading: Heading, onSignedIn, onLinking }} onBack={back} />;
  const ask = (kind: 'forgot' | 'link') => show({ is: kind, email: typedIn(form, FIELDS.email).trim() });
  return (
    // `post`: if a browser ever submits this form without script, the password must not be in the URL.
    <form className="stack gap-5" method="post" noValidate ref={form} onSubmit={auth.submit} {...auth.watch}>
      <header className="grid gap-2 mb-1">
        <Heading className="h-page">{t(`${words}.title`)}</Heading>
        <p className="muted">{t(`${words}.subtitle`)}</p>
      </header>
      {problem !== undefined && <ProblemAlert id={alertId} problem={problem} />}
      <AuthFields
        auth={auth}
        form={form}
        alertId={alertId}
        email={{ first: returned ?? signUpWith, returned: returned !== undefined }}
        password={password}
        onPassword={setPassword}
        rules={rules}
        onForgot={() => ask('forgot')}
      />
      <SharedDevice disabled={pending} />
      <div>
        <Button type="submit" size="lg" block disabled={locked} loading={auth.sending}>
          {t(`${words}.submit`)}
        </Button>
        <ProofLine />
        {signingUp && Heading === 'h1' && <LegalLine />}
      </div>
      <div className="auth-or">{t('auth.or')}</div>
      <OtherWays auth={auth} onPhone={() => show({ is: 'phone' })} onMailLink={() => ask('link')} />
      <ModeToggle signingUp={signingUp} disabled={pending} onToggle={auth.toggle} />
    </form>
  );
}

/** The text of the password field, which is uncontrolled and may have been filled in before hydration. */
function useTypedPassword(form: RefObject<HTMLFormElement | null>, signingUp: boolean) {
  const [password, setPassword] = useState('');
  useEffect(() => setPassword(typedIn(form, FIELDS.password)), [form, signingUp]);
  return [password, setPassword] as const;
}

type ViewProps = {
  view: Exclude<AuthView, { is: 'form' }>;
  heading: 'h1' | 'h2';
  /** Returns to the form, with the address that was typed here. */
  onBack: (email?: string) => void;
} & Pick<Props, 'onSignedIn' | 'onLinking'>;

/** What replaces the form. */
function OtherView({ view, heading, onSignedIn, onLinking, onBack }: ViewProps) {
  const back = () => onBack();
  if (view.is === 'connect')
    return (
      <ConnectProvider
        conflict={view.conflict}
        heading={heading}
        onSignedIn={onSignedIn}
        onLinking={onLinking}
        onBack={back}
      />
    );
  if (view.is === 'phone') return <PhoneSignIn heading={heading} onSignedIn={onSignedIn} onBack={back} />;
  return (
    <MailLinkForm
      kind={view.is}
      heading={heading}
      email={view.email}
      intro={view.is === 'upgrade' && <WeakPassword password={view.password} />}
      onBack={onBack}
    />
  );
}

/** From the sign-in to the sign-up and back. */
function ModeToggle({
  signingUp,
  disabled,
  onToggle,
}: {
  signingUp: boolean;
  disabled: boolean;
  onToggle: () => void;
}) {
  const { t } = useTranslation();
  const words = signingUp ? 'auth.signUp' : 'auth.signIn';
  return (
    <a
      className="auth-toggle"
      href={signingUp ? '#' : SIGN_UP_HASH}
      aria-disabled={disabled || undefined}
      onClick={(event) => {
        event.preventDefault();
        onToggle();
      }}
    >
      {t(`${words}.ask`)} <span className="link">{t(`${words}.toggle`)}</span>
    </a>
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
