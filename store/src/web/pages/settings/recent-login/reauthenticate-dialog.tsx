import { type FormEvent, useState } from 'react';
import { codeOf } from '../../../../shared/errors.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { PasswordField } from '../../../../ui/field.tsx';
import { FingerprintIcon } from '../../../../ui/icons.tsx';
import { useAccountActions } from '../../../session/account-actions.ts';
import { useAuthActions } from '../../../session/auth-actions.ts';
import { authErrorWords, signInErrorWords, type Words } from '../../../session/auth-error-message.ts';
import { usePasskeyActions } from '../../../session/passkey-actions.ts';
import { passkeyErrorWords } from '../../../session/passkey-message.ts';
import { supportsPasskeys } from '../../../session/passkey-support.ts';
import { usePhoneActions } from '../../../session/phone-actions.ts';
import { type Provider, providerOf } from '../../../session/provider-names.ts';
import { isCalledOff } from '../../../session/second-step.ts';
import { useTranslation } from '../../../translation.tsx';
import { AccountName } from '../../../components/auth/account-name.tsx';
import { ProblemAlert } from '../../../components/auth/problem-alert.tsx';
import { PhoneOnDemand } from '../../../components/phone/phone-on-demand.tsx';
import { ProviderButtons } from '../../../components/auth/provider-buttons.tsx';
import { SecondStepGate } from '../../../components/auth/second-step/second-step-gate.tsx';
import { type Problem, problemOf } from '../../../components/auth/use-auth-form.ts';
import { useProviderPopup } from '../../../components/auth/use-provider-popup.ts';
import type { AccountDetails } from '../use-account.ts';
import { passwordForm } from '../../../../shared/forms/forms.ts';
import { useForm } from '../../../use-form.ts';

type Props = {
  email: string | null;
  account: AccountDetails['account'] | undefined;
  hasPasskey: boolean;
  onProven: () => void;
};

/** The signed-in user signs in again, with one of their methods; the interrupted action then continues. */
export function ReauthenticateDialog({ open, onClose, ...props }: Props & { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onClose={onClose} title={t('settings.reauth.title')} closeLabel={t('settings.close')}>
      <SecondStepGate>
        <Ways {...props} />
      </SecondStepGate>
    </Dialog>
  );
}

/** The ways by which the account signs in. */
function waysOf({ email, account, hasPasskey }: Omit<Props, 'onProven'>) {
  const providers = (account?.providers ?? [])
    .map(({ provider }) => providerOf(provider))
    .filter((each) => each !== undefined);
  const byPassword = account === undefined || account.hasPassword;
  const number = byPassword ? null : (account?.phoneNumber ?? null);
  const byPasskey = hasPasskey && supportsPasskeys();
  const byMail = !byPassword && providers.length === 0 && !byPasskey && email !== null;
  return { providers, byPassword, number, byPasskey, byMail };
}

type WaysOf = ReturnType<typeof waysOf>;

function Ways({ onProven, ...account }: Props) {
  const { email } = account;
  const { t } = useTranslation();
  const phone = usePhoneActions();
  const ways = waysOf(account);
  const { providers, byPassword, number, byPasskey, byMail } = ways;
  const proof = useProof(ways, onProven);
  const { errors, watch, busy, locked, problem, popup } = proof;
  return (
    <div className="stack gap-5">
      <form className="stack gap-5" method="post" noValidate onSubmit={proof.withPassword} {...watch}>
        <p>{t(byMail ? 'settings.reauth.mailText' : 'settings.reauth.text')}</p>
        {problem !== undefined && <ProblemAlert problem={problem} />}
        {byPassword && <PasswordWay email={email ?? ''} error={errors.password} locked={locked} busy={busy} />}
        {byPassword && (providers.length > 0 || byPasskey) && <div className="auth-or">{t('auth.or')}</div>}
        {providers.length > 0 && (
          <div className="stack gap-3">
            <ProviderButtons
              only={providers}
              waitingFor={popup.provider}
              disabled={locked}
              onChoose={(provider) => void proof.withProvider(provider)}
              onCancel={popup.cancel}
            />
          </div>
        )}
        {byPasskey && (
          <Button
            variant="secondary"
            block
            className="min-h-12"
            icon={<FingerprintIcon size={18} />}
            disabled={locked}
            onClick={() => proof.withPasskey()}
          >
            {t('settings.reauth.passkey')}
          </Button>
        )}
        {byMail && email !== null && (
          <MailWay email={email} mailed={proof.mailed} busy={busy} onMail={() => proof.mailLink(email)} />
        )}
      </form>
      {number !== null && (
        <PhoneOnDemand
          purpose="prove"
          number={number}
          onCode={async (sent, code) => {
            await phone.reauthenticate(sent, code);
            onProven();
          }}
        />
      )}
    </div>
  );
}

const WRONG = new Set(['auth/invalid-credential', 'auth/wrong-password']);

/** Each way to sign in again, with its pending request and error. */
function useProof({ byPassword }: WaysOf, onProven: () => void) {
  const { reauthenticate } = useAccountActions();
  const { requestSignInLink } = useAuthActions();
  const passkeys = usePasskeyActions();
  const popup = useProviderPopup();
  const { errors, watch, check } = useForm(passwordForm);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const [mailed, setMailed] = useState(false);

  function wordsOf(error: unknown): Words {
    if (WRONG.has(codeOf(error) ?? '')) return (words) => words('settings.reauth.wrong');
    return passkeyErrorWords(error) ?? (byPassword ? signInErrorWords(error) : authErrorWords(error));
  }

  async function attempt(work: () => Promise<void>) {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      if (!isCalledOff(error)) setProblem(problemOf(error, wordsOf(error)));
    }
    setBusy(false);
  }

  function withPassword(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = check(event.currentTarget);
    if (values === undefined) return;
    void attempt(() => reauthenticate(values.password).then(onProven));
  }

  async function withProvider(provider: Provider) {
    setProblem(undefined);
    const outcome = await popup.reauthenticate(provider);
    if (outcome.is === 'done') onProven();
    if (outcome.is === 'failed') setProblem(problemOf(outcome.error, outcome.words));
  }

  return {
    errors,
    watch,
    busy,
    locked: busy || popup.provider !== undefined,
    problem,
    popup,
    mailed,
    withPassword,
    withProvider,
    withPasskey: () => void attempt(() => passkeys.reauthenticate().then(onProven)),
    mailLink: (email: string) => void attempt(() => requestSignInLink(email).then(() => setMailed(true))),
  };
}

type PasswordProps = { email: string; error: string | undefined; locked: boolean; busy: boolean };

function PasswordWay({ email, error, locked, busy }: PasswordProps) {
  const { t } = useTranslation();
  return (
    <>
      <AccountName email={email} />
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
      <Button type="submit" block disabled={locked} loading={busy}>
        {t('settings.reauth.submit')}
      </Button>
    </>
  );
}

/** A mailed link, for an account without any other way. */
function MailWay({
  email,
  mailed,
  busy,
  onMail,
}: {
  email: string;
  mailed: boolean;
  busy: boolean;
  onMail: () => void;
}) {
  const { t } = useTranslation();
  return mailed ? (
    <Alert tone="success" title={t('auth.sent.title')} live>
      {t('settings.reauth.mailed', { email })}
    </Alert>
  ) : (
    <Button block loading={busy} onClick={onMail}>
      {t('auth.link.ask')}
    </Button>
  );
}
