import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { CheckIcon, MailIcon } from '../../../../ui/icons.tsx';
import { type CodeFacts, useCodeActions } from '../../../session/code-actions.ts';
import { useIsHosted } from '../../../session/hosted.ts';
import { useSession } from '../../../session/session.ts';
import { useTranslation } from '../../../translation.tsx';
import { ProblemAlert } from '../../../components/auth/problem-alert.tsx';
import { SecondStepGate } from '../../../components/auth/second-step/second-step-gate.tsx';
import { Checking, DeadLink, Inspected } from './inspected.tsx';
import { ProveAccount } from './prove-account.tsx';
import { useClick } from './use-click.ts';
import { WayOn } from './way-on.tsx';

/**
 * Changes the account's address to the one to which the link was mailed. A browser that is not signed in to the account
 * asks for its password: the person who has the new address may not know the account.
 */
export function ChangeAddress({ code }: { code: string }) {
  return (
    <Inspected code={code} again="settings">
      {(facts) => (
        <SecondStepGate heading="h1">
          <Change code={code} facts={facts} />
        </SecondStepGate>
      )}
    </Inspected>
  );
}

function Change({ code, facts: { email: newEmail, previousEmail } }: { code: string; facts: CodeFacts }) {
  const { t } = useTranslation();
  const { confirm } = useCodeActions();
  const isHosted = useIsHosted();
  const session = useSession();
  const email = newEmail ?? '';
  // Decided once: signing in on this page must not replace its form.
  const [isAsking, setIsAsking] = useState<boolean>();
  const isOwn = session.status === 'signed-in' && (session.user.email ?? '') === (previousEmail ?? '');

  useEffect(() => {
    if (session.status !== 'loading') setIsAsking((before) => before ?? !isOwn);
  }, [session.status, isOwn]);

  const done = (
    <div role="status">
      <EmptyState level="h1" icon={<CheckIcon />} title={t('auth.action.change.done')} action={<WayOn />}>
        {t('auth.action.change.doneText', { email })}
      </EmptyState>
    </div>
  );
  if (!isHosted && isAsking === undefined) return <Checking />;
  if (!isHosted && isAsking && previousEmail)
    return (
      <ProveAccount
        account={previousEmail}
        title={t('auth.action.change.title')}
        text={t('auth.action.change.ask', { email, previous: previousEmail })}
        submit={t('auth.action.change.confirm')}
        again="settings"
        done={done}
        onProved={() => confirm(code)}
      />
    );
  return <OneClick email={email} done={done} onClick={() => confirm(code)} />;
}

function OneClick({ email, done, onClick }: { email: string; done: ReactNode; onClick: () => Promise<void> }) {
  const { t } = useTranslation();
  const { state, problem, death, click } = useClick();
  if (death !== undefined) return <DeadLink death={death} again="settings" />;
  if (state === 'done') return done;
  return (
    <EmptyState
      level="h1"
      icon={<MailIcon />}
      title={t('auth.action.change.title')}
      action={
        <div className="stack gap-5 action-form">
          {problem !== undefined && <ProblemAlert problem={problem} />}
          <Button className="justify-self-center" loading={state === 'busy'} onClick={() => void click(onClick)}>
            {t('auth.action.change.confirm')}
          </Button>
        </div>
      }
    >
      {t('auth.action.change.text', { email })}
    </EmptyState>
  );
}
