import { type FormEvent, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { PasswordField } from '../../../ui/field.tsx';
import { useAuthActions } from '../../session/auth-actions.ts';
import { authErrorWords, signInErrorWords } from '../../session/auth-error-message.ts';
import type { Conflict } from '../../session/conflict.ts';
import { PROVIDER_NAMES, type Provider, providerOf } from '../../session/provider-names.ts';
import { useTranslation } from '../../translation.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { type Problem, problemOf } from './use-auth-form.ts';
import { type PopupOutcome, useProviderPopup } from './use-provider-popup.ts';
import { passwordForm } from '../../../shared/forms/forms.ts';
import { useForm } from '../../use-form.ts';

type Props = {
  conflict: Conflict;
  heading: 'h1' | 'h2';
  onSignedIn: () => void;
  onLinking?: (linking: boolean) => void;
  onBack: () => void;
};
/** The alert of the error that leads here (specification, 8). */
const TAKEN: Problem = { words: (t) => t('errors.auth.account-exists-with-different-credential'), chunk: false };

/**
 * The provider's address already has an account here. Its owner signs in with an existing way; then the provider is
 * linked and can also open the account.
 */
export function ConnectProvider({ conflict, heading: Heading, onSignedIn, onLinking = () => {}, onBack }: Props) {
  const { t } = useTranslation();
  const connection = useConnection({ conflict, onSignedIn, onLinking });
  const { watch, problem, halfway, withPassword } = connection;
  const provider = PROVIDER_NAMES[conflict.provider];
  return (
    <form className="stack gap-5" method="post" noValidate onSubmit={withPassword} {...watch}>
      <header className="grid gap-2 mb-1">
        <Heading className="h-page">{t('auth.connect.title', { provider })}</Heading>
        <p className="muted break-words">{t('auth.connect.text', { provider, email: conflict.email })}</p>
      </header>
      {problem !== undefined && (
        <ProblemAlert problem={problem} title={halfway ? t('auth.connect.halfway', { provider }) : undefined} />
      )}
      {halfway ? (
        <Button
          size="lg"
          block
          onClick={() => {
            onLinking(false);
            onSignedIn();
          }}
        >
          {t('auth.action.profile')}
        </Button>
      ) : (
        <Ways conflict={conflict} connection={connection} onBack={onBack} />
      )}
    </form>
  );
}

type Connection = ReturnType<typeof useConnection>;

/** Signs in with an existing way, then links the provider. */
function useConnection({
  conflict,
  onSignedIn,
  onLinking,
}: Pick<Props, 'conflict' | 'onSignedIn'> & { onLinking: (linking: boolean) => void }) {
  const { signIn, linkPending, requestSignInLink } = useAuthActions();
  const popup = useProviderPopup();
  const { errors, watch, check } = useForm(passwordForm);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>(TAKEN);
  /** True when signed in but not yet linked. */
  const [halfway, setHalfway] = useState(false);
  const [mailed, setMailed] = useState(false);

  /** Signs in with `enter`, which returns its error, then links. */
  async function connect(enter: () => Promise<Problem | undefined>) {
    setBusy(true);
    setProblem(undefined);
    onLinking(true);
    const refused = await enter();
    if (refused !== undefined) {
      onLinking(false);
      setProblem(refused);
      setBusy(false);
      return;
    }
    try {
      await linkPending(conflict);
      onLinking(false);
      onSignedIn();
    } catch (error) {
      setHalfway(true);
      setProblem(problemOf(error, authErrorWords(error, conflict.provider)));
    }
    setBusy(false);
  }

  function withPassword(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = check(event.currentTarget);
    if (values === undefined) return;
    void connect(() => refusalOf(signIn(conflict.email, values.password)));
  }

  const withProvider = (other: Provider) => void connect(() => popup.signIn(other).then(refusalOfPopup));

  async function mailLink() {
    setBusy(true);
    setProblem(undefined);
    try {
      await requestSignInLink(conflict.email);
      setMailed(true);
    } catch (error) {
      setProblem(problemOf(error, authErrorWords(error)));
    }
    setBusy(false);
  }

  return { errors, watch, popup, busy, problem, halfway, mailed, withPassword, withProvider, mailLink };
}

/** The error of a sign-in, if it has one. */
const refusalOf = (entered: Promise<unknown>): Promise<Problem | undefined> =>
  entered.then(
    () => undefined,
    (error: unknown) => problemOf(error, signInErrorWords(error)),
  );

function refusalOfPopup(outcome: PopupOutcome): Problem | undefined {
  if (outcome.is === 'done') return undefined;
  return outcome.is === 'failed' ? problemOf(outcome.error, outcome.words) : TAKEN;
}

/** The existing ways to sign in. */
function Ways({
  conflict,
  connection: { errors, popup, busy, mailed, withProvider, mailLink },
  onBack,
}: Pick<Props, 'conflict' | 'onBack'> & { connection: Connection }) {
  const { t } = useTranslation();
  const others = conflict.ways
    .map(providerOf)
    .filter((each) => each !== undefined && each !== conflict.provider) as Provider[];
  const byPassword = conflict.ways.length === 0 || conflict.ways.includes('password');
  const locked = busy || popup.provider !== undefined;
  return (
    <>
      <input type="hidden" name="email" autoComplete="username" value={conflict.email} readOnly />
      {byPassword && (
        <PasswordWay error={errors.password} locked={locked} loading={busy && popup.provider === undefined} />
      )}
      {others.length > 0 && (
        <div className="stack gap-3">
          <ProviderButtons
            only={others}
            waitingFor={popup.provider}
            disabled={locked}
            onChoose={withProvider}
            onCancel={popup.cancel}
          />
        </div>
      )}
      {!byPassword && others.length === 0 && (
        <MailWay conflict={conflict} mailed={mailed} loading={busy} onMail={() => void mailLink()} />
      )}
      <Button variant="ghost" className="justify-self-center" disabled={locked} onClick={onBack}>
        {t('auth.back')}
      </Button>
    </>
  );
}

function PasswordWay({ error, locked, loading }: { error: string | undefined; locked: boolean; loading: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        label={t('auth.password')}
        showLabel={t('auth.showPassword')}
        hideLabel={t('auth.hidePassword')}
        name="password"
        autoComplete="current-password"
        error={error}
        autoFocus
        required
        disabled={locked}
      />
      <Button type="submit" size="lg" block disabled={locked} loading={loading}>
        {t('auth.connect.submit')}
      </Button>
    </>
  );
}

/** A mailed link, for an account that no other way of this page opens. */
function MailWay({
  conflict,
  mailed,
  loading,
  onMail,
}: Pick<Props, 'conflict'> & { mailed: boolean; loading: boolean; onMail: () => void }) {
  const { t } = useTranslation();
  return mailed ? (
    <Alert tone="success" title={t('auth.sent.title')} live>
      {t('auth.connect.mailed', { email: conflict.email, provider: PROVIDER_NAMES[conflict.provider] })}
    </Alert>
  ) : (
    <Button size="lg" block loading={loading} onClick={onMail}>
      {t('auth.link.ask')}
    </Button>
  );
}
