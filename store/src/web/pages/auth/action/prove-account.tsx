import type { FormEvent, ReactNode } from 'react';
import { paths } from '../../../../shared/paths.ts';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { PasswordField } from '../../../../ui/field.tsx';
import { MailIcon } from '../../../../ui/icons.tsx';
import { passwordForm } from '../../../../shared/forms/forms.ts';
import { useAuthActions } from '../../../session/auth-actions.ts';
import { signInErrorWords } from '../../../session/auth-error-message.ts';
import { useTranslation } from '../../../translation.tsx';
import { useForm } from '../../../use-form.ts';
import { AccountName } from '../../../components/auth/account-name.tsx';
import { ProblemAlert } from '../../../components/auth/problem-alert.tsx';
import { ProofLine } from '../../../components/auth/proof-line.tsx';
import { SharedDevice } from '../../../components/auth/shared-device.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { type Again, DeadLink } from './inspected.tsx';
import { useClick } from './use-click.ts';

type Props = {
  /** The address with which the account signs in now. */
  account: string;
  title: string;
  text: string;
  submit: string;
  /** Where a new link can be requested when this one is invalid. */
  again: Again;
  /** Shown after success. */
  done: ReactNode;
  /** Redeems the link, once this browser is signed in to the account. */
  onProved: () => Promise<void>;
  /** The way on for a person who does not have the password. */
  otherwise?: ReactNode;
};

/** Signs in with the account's password before a mailed link is redeemed: the link alone proves an address only. */
export function ProveAccount({ account, title, text, submit, again, done, onProved, otherwise }: Props) {
  const { t } = useTranslation();
  const { signIn } = useAuthActions();
  const { state, problem, death, click } = useClick();
  const { errors, watch, check } = useForm(passwordForm);

  function prove(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = check(event.currentTarget)?.password;
    if (password === undefined) return;
    void click(async () => {
      await signIn(account, password);
      await onProved();
    }, signInErrorWords);
  }

  if (death !== undefined) return <DeadLink death={death} again={again} />;
  if (state === 'done') return done;
  return (
    <EmptyState
      level="h1"
      icon={<MailIcon />}
      title={title}
      action={
        <form className="stack gap-5 action-form" method="post" noValidate onSubmit={prove} {...watch}>
          {problem !== undefined && <ProblemAlert problem={problem} />}
          <AccountName email={account} />
          <PasswordField
            label={t('auth.password')}
            name="password"
            autoComplete="current-password"
            showLabel={t('auth.showPassword')}
            hideLabel={t('auth.hidePassword')}
            required
            disabled={state === 'busy'}
            error={errors.password}
          />
          <SharedDevice disabled={state === 'busy'} />
          <div>
            <Button type="submit" size="lg" block loading={state === 'busy'}>
              {submit}
            </Button>
            <ProofLine />
          </div>
          {otherwise}
          <p className="muted">
            {t('auth.action.own.otherWay')}{' '}
            <PageLink className="link" to={paths.auth()}>
              {t('auth.action.signIn')}
            </PageLink>
          </p>
        </form>
      }
    >
      {text}
    </EmptyState>
  );
}
