import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { CheckIcon, MailIcon } from '../../../../ui/icons.tsx';
import { useCodeActions } from '../../../session/code-actions.ts';
import { useTranslation } from '../../../translation.tsx';
import { ProblemAlert } from '../../../components/auth/problem-alert.tsx';
import { DeadLink, Inspected } from './inspected.tsx';
import { useClick } from './use-click.ts';
import { WayOn } from './way-on.tsx';

/** Changes the account's address to the one to which the link was mailed. */
export function ChangeAddress({ code }: { code: string }) {
  return (
    <Inspected code={code} again="settings">
      {({ email }) => <Change code={code} email={email ?? ''} />}
    </Inspected>
  );
}

function Change({ code, email }: { code: string; email: string }) {
  const { t } = useTranslation();
  const { apply } = useCodeActions();
  const { state, problem, death, click } = useClick();
  if (death !== undefined) return <DeadLink death={death} again="settings" />;
  if (state === 'done') {
    return (
      <div role="status">
        <EmptyState level="h1" icon={<CheckIcon />} title={t('auth.action.change.done')} action={<WayOn />}>
          {t('auth.action.change.doneText', { email })}
        </EmptyState>
      </div>
    );
  }
  return (
    <EmptyState
      level="h1"
      icon={<MailIcon />}
      title={t('auth.action.change.title')}
      action={
        <div className="stack gap-5 action-form">
          {problem !== undefined && <ProblemAlert problem={problem} />}
          <Button
            className="justify-self-center"
            loading={state === 'busy'}
            onClick={() => void click(() => apply(code))}
          >
            {t('auth.action.change.confirm')}
          </Button>
        </div>
      }
    >
      {t('auth.action.change.text', { email })}
    </EmptyState>
  );
}
