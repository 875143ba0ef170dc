import { useState } from 'react';
import { Alert } from '../../../../ui/alert.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { CheckIcon, ShieldIcon } from '../../../../ui/icons.tsx';
import { useAuthActions } from '../../../session/auth-actions.ts';
import { authErrorWords } from '../../../session/auth-error-message.ts';
import { useCodeActions } from '../../../session/code-actions.ts';
import { useTranslation } from '../../../translation.tsx';
import { ProblemAlert } from '../../../components/auth/problem-alert.tsx';
import { problemOf, type Problem } from '../../../components/auth/use-auth-form.ts';
import { DeadLink, Inspected } from './inspected.tsx';
import { useClick } from './use-click.ts';
import { WayOn } from './way-on.tsx';

/** Restores a changed address. An attacker who changed it may know the password, so a new one is offered next. */
export function RecoverAddress({ code }: { code: string }) {
  return <LeaveOnlyMailbox code={code} words="recover" />;
}

/**
 * Secures an account after a change of its ways to sign in that the owner did not make: all of them are removed, and a
 * new password is offered next.
 */
export function SecureAccount({ code }: { code: string }) {
  return <LeaveOnlyMailbox code={code} words="secure" />;
}

/** Secures an account after a second factor that the owner did not add. */
export function RevertFactor({ code }: { code: string }) {
  return <LeaveOnlyMailbox code={code} words="revert" />;
}

type Words = 'recover' | 'secure' | 'revert';

function LeaveOnlyMailbox({ code, words }: { code: string; words: Words }) {
  return (
    <Inspected code={code} again="support">
      {({ email }) => <Leave code={code} email={email ?? ''} words={words} />}
    </Inspected>
  );
}

function Leave({ code, email, words }: { code: string; email: string; words: Words }) {
  const { t } = useTranslation();
  const { apply } = useCodeActions();
  const { state, problem, death, click } = useClick();
  if (death !== undefined) return <DeadLink death={death} again="support" />;
  if (state === 'done') {
    return (
      <EmptyState
        level="h1"
        icon={<CheckIcon />}
        title={t(`auth.action.${words}.done`)}
        action={<NewPassword email={email} />}
      >
        <span role="status">{t(`auth.action.${words}.doneText`, { email })}</span>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      level="h1"
      icon={<ShieldIcon />}
      title={t(`auth.action.${words}.title`)}
      action={
        <div className="stack gap-5 action-form">
          {problem !== undefined && <ProblemAlert problem={problem} />}
          <Button
            className="justify-self-center"
            loading={state === 'busy'}
            onClick={() => void click(() => apply(code))}
          >
            {t(`auth.action.${words}.confirm`)}
          </Button>
        </div>
      }
    >
      {t(`auth.action.${words}.text`, { email })}
    </EmptyState>
  );
}

function NewPassword({ email }: { email: string }) {
  const { t } = useTranslation();
  const { requestPasswordReset } = useAuthActions();
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [problem, setProblem] = useState<Problem>();

  async function send() {
    setState('busy');
    setProblem(undefined);
    try {
      await requestPasswordReset(email);
      setState('sent');
    } catch (error) {
      setProblem(problemOf(error, authErrorWords(error)));
      setState('idle');
    }
  }

  return (
    <div className="stack gap-5 action-form">
      {problem !== undefined && <ProblemAlert problem={problem} />}
      {state === 'sent' ? (
        <>
          <Alert tone="success" title={t('auth.sent.title')} live>
            {t('auth.forgot.sent', { email })}
          </Alert>
          <WayOn />
        </>
      ) : (
        <Button className="justify-self-center" loading={state === 'busy'} onClick={() => void send()}>
          {t('auth.action.recover.newPassword')}
        </Button>
      )}
    </div>
  );
}
