import type { FormEvent } from 'react';
import { paths } from '../../../../shared/paths.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { CheckIcon, LockIcon } from '../../../../ui/icons.tsx';
import { useCodeActions } from '../../../session/code-actions.ts';
import { useTranslation } from '../../../translation.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { NewPasswordFields } from '../../../components/auth/password/new-password-fields.tsx';
import { ProblemAlert } from '../../../components/auth/problem-alert.tsx';
import { DeadLink, Inspected } from './inspected.tsx';
import { useClick } from './use-click.ts';
import { newPasswordForm } from '../../../../shared/forms/forms.ts';
import { useForm } from '../../../use-form.ts';

/** Sets a new password with a mailed link. Every session of the account ends; then its owner signs in with it. */
export function ResetPassword({ code }: { code: string }) {
  return (
    <Inspected code={code} again="forgot">
      {({ email }) => <ResetForm code={code} email={email ?? ''} />}
    </Inspected>
  );
}

function ResetForm({ code, email }: { code: string; email: string }) {
  const { t } = useTranslation();
  const { resetPassword } = useCodeActions();
  const { state, problem, death, click } = useClick();
  const newPassword = useForm(newPasswordForm);

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = newPassword.check(event.currentTarget)?.password;
    if (password !== undefined) void click(() => resetPassword(code, password));
  }

  if (death !== undefined) return <DeadLink death={death} again="forgot" />;
  if (state === 'done') {
    return (
      <div role="status">
        <EmptyState
          level="h1"
          icon={<CheckIcon />}
          title={t('auth.action.reset.done')}
          action={
            <PageLink className={buttonClass({}, 'mt-3')} to={paths.auth()}>
              {t('auth.action.signIn')}
            </PageLink>
          }
        >
          {t('auth.action.reset.doneText')}
        </EmptyState>
      </div>
    );
  }
  return (
    <EmptyState
      level="h1"
      icon={<LockIcon />}
      title={t('auth.action.reset.title')}
      action={
        <form className="stack gap-5 action-form" method="post" noValidate onSubmit={save} {...newPassword.watch}>
          {problem !== undefined && <ProblemAlert problem={problem} />}
          <NewPasswordFields
            errors={newPassword.errors}
            label={t('auth.newPassword')}
            email={email}
            disabled={state === 'busy'}
          />
          <Button type="submit" size="lg" block loading={state === 'busy'}>
            {t('auth.action.reset.save')}
          </Button>
        </form>
      }
    >
      {t('auth.action.reset.text', { email })}
    </EmptyState>
  );
}
