import { type FormEvent, useEffect, useState } from 'react';
import { codeOf } from '../../../../shared/errors.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { CheckIcon, LockIcon, MailIcon } from '../../../../ui/icons.tsx';
import { newPasswordForm } from '../../../../shared/forms/forms.ts';
import { useCodeActions } from '../../../session/code-actions.ts';
import { useIsHosted } from '../../../session/hosted.ts';
import { useSession } from '../../../session/session.ts';
import { useTranslation } from '../../../translation.tsx';
import { useForm } from '../../../use-form.ts';
import { NewPasswordFields } from '../../../components/auth/password/new-password-fields.tsx';
import { ProblemAlert } from '../../../components/auth/problem-alert.tsx';
import { SecondStepGate } from '../../../components/auth/second-step/second-step-gate.tsx';
import { SendAgain } from '../../../components/auth/send-again.tsx';
import { Checking, DeadLink, Inspected } from './inspected.tsx';
import { ProveAccount } from './prove-account.tsx';
import { useClick } from './use-click.ts';
import { WayOn } from './way-on.tsx';

/**
 * Verifies an address after a click, never on load: mail scanners open every link, and the code works once. A stranger
 * may have opened the account with this address. So a browser that is not signed in to it asks for its password, or for
 * a new one, which ends everything that was set before.
 */
export function ConfirmAddress({ code }: { code: string }) {
  const isHosted = useIsHosted();
  const { status } = useSession();
  // Decided once: signing in on this page must not replace its form.
  const [isAsking, setIsAsking] = useState<boolean>();

  useEffect(() => {
    if (status !== 'loading') setIsAsking((before) => before ?? status === 'signed-out');
  }, [status]);

  if (isHosted || isAsking === false) return <OneClick code={code} onOtherAccount={() => setIsAsking(true)} />;
  if (isAsking === undefined) return <Checking />;
  return (
    <Inspected code={code} again="settings">
      {({ email }) => (
        <SecondStepGate heading="h1">
          <Ask code={code} email={email ?? ''} />
        </SecondStepGate>
      )}
    </Inspected>
  );
}

function Confirmed({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <div role="status">
      <EmptyState level="h1" icon={<CheckIcon />} title={t('auth.action.done')} action={<WayOn />}>
        {text}
      </EmptyState>
    </div>
  );
}

/** In a browser that is signed in to the account. */
function OneClick({ code, onOtherAccount }: { code: string; onOtherAccount: () => void }) {
  const { t } = useTranslation();
  const { confirm } = useCodeActions();
  const session = useSession();
  const { state, problem, death, click } = useClick();
  const burnt = death !== undefined;

  function redeem() {
    void click(
      () => confirm(code),
      (error) => {
        if (codeOf(error) === 'auth/user-mismatch') onOtherAccount();
        return undefined;
      },
    );
  }

  if (state === 'done') return <Confirmed text={t('auth.action.doneText')} />;
  return (
    <EmptyState
      level="h1"
      icon={<MailIcon />}
      title={t('auth.action.title')}
      action={
        <div className="stack gap-4 mt-3 justify-items-center max-w-[400px]">
          {problem !== undefined && (
            <Alert tone="danger" title={t('auth.action.failed')} className="text-left">
              {problem.words(t)}
            </Alert>
          )}
          {!burnt && (
            <Button loading={state === 'busy'} onClick={redeem}>
              {t('auth.action.confirm')}
            </Button>
          )}
          {burnt && session.status === 'signed-in' && !session.user.emailVerified && (
            <SendAgain
              variant="secondary"
              label={t('auth.action.again')}
              sent={t('auth.action.sent', { email: session.user.email })}
            />
          )}
        </div>
      }
    >
      {t('auth.action.text')}
    </EmptyState>
  );
}

/** In any other browser: the account's password, or a new one. */
function Ask({ code, email }: { code: string; email: string }) {
  const { t } = useTranslation();
  const { confirm } = useCodeActions();
  const [hasNone, setHasNone] = useState(false);
  if (hasNone) return <NewPassword code={code} email={email} onBack={() => setHasNone(false)} />;
  return (
    <ProveAccount
      account={email}
      title={t('auth.action.title')}
      text={t('auth.action.own.text', { email })}
      submit={t('auth.action.confirm')}
      again="settings"
      done={<Confirmed text={t('auth.action.doneText')} />}
      onProved={() => confirm(code)}
      otherwise={
        <Button variant="ghost" onClick={() => setHasNone(true)}>
          {t('auth.action.own.none')}
        </Button>
      }
    />
  );
}

function NewPassword({ code, email, onBack }: { code: string; email: string; onBack: () => void }) {
  const { t } = useTranslation();
  const { resetPassword } = useCodeActions();
  const { state, problem, death, click } = useClick();
  const { errors, watch, check } = useForm(newPasswordForm);

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = check(event.currentTarget)?.password;
    if (password !== undefined) void click(() => resetPassword(code, password));
  }

  if (death !== undefined) return <DeadLink death={death} again="settings" />;
  if (state === 'done') return <Confirmed text={t('auth.action.own.newDone')} />;
  return (
    <EmptyState
      level="h1"
      icon={<LockIcon />}
      title={t('auth.action.own.newTitle')}
      action={
        <form className="stack gap-5 action-form" method="post" noValidate onSubmit={save} {...watch}>
          {problem !== undefined && <ProblemAlert problem={problem} />}
          <NewPasswordFields
            errors={errors}
            label={t('auth.newPassword')}
            email={email}
            disabled={state === 'busy'}
            autoFocus
          />
          <Button type="submit" size="lg" block loading={state === 'busy'}>
            {t('auth.action.own.save')}
          </Button>
          <Button variant="ghost" disabled={state === 'busy'} onClick={onBack}>
            {t('auth.action.own.back')}
          </Button>
        </form>
      }
    >
      {t('auth.action.own.newText', { email })}
    </EmptyState>
  );
}
