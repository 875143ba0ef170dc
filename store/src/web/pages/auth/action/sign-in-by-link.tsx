import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { codeOf } from '../../../../shared/errors.ts';
import { paths } from '../../../../shared/paths.ts';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Field } from '../../../../ui/field.tsx';
import { MailIcon } from '../../../../ui/icons.tsx';
import { useAuthActions } from '../../../session/auth-actions.ts';
import { rememberedAddress } from '../../../session/remembered-address.ts';
import { useTranslation } from '../../../translation.tsx';
import { ProblemAlert } from '../../../components/auth/problem-alert.tsx';
import { SecondStepGate } from '../../../components/auth/second-step/second-step-gate.tsx';
import { SharedDevice } from '../../../components/auth/shared-device.tsx';
import { DeadLink, Inspected } from './inspected.tsx';
import { useClick } from './use-click.ts';
import { emailForm } from '../../../../shared/forms/forms.ts';
import { useForm } from '../../../use-form.ts';

/**
 * Signs in with a mailed link. A browser that did not request it asks for the address, because the link alone is not
 * enough.
 */
export function SignInByLink({ code }: { code: string }) {
  return (
    <Inspected code={code} again="link">
      {() => (
        <SecondStepGate heading="h1">
          <LinkForm />
        </SecondStepGate>
      )}
    </Inspected>
  );
}

function LinkForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { signInWithLink } = useAuthActions();
  const { state, problem, death, click } = useClick();
  const [known, setKnown] = useState(rememberedAddress);
  const { errors, watch, check } = useForm(emailForm);

  function enter(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = known ?? check(event.currentTarget)?.email;
    if (email === undefined) return;
    void click(
      async () => {
        await signInWithLink(email, location.href);
        await navigate(paths.profile(), { replace: true });
      },
      (error) => {
        if (codeOf(error) !== 'auth/invalid-email') return undefined;
        setKnown(undefined);
        return (words) => words('auth.action.link.otherAddress');
      },
    );
  }

  if (death !== undefined) return <DeadLink death={death} again="link" />;
  return (
    <EmptyState
      level="h1"
      icon={<MailIcon />}
      title={t('auth.action.link.title')}
      action={
        <form className="stack gap-5 action-form" method="post" noValidate onSubmit={enter} {...watch}>
          {problem !== undefined && <ProblemAlert problem={problem} />}
          {known === undefined && (
            <Field
              label={t('auth.email')}
              type="email"
              name="email"
              autoComplete="email"
              inputMode="email"
              required
              disabled={state !== 'waiting'}
              error={errors.email}
            />
          )}
          <SharedDevice disabled={state !== 'waiting'} />
          <Button type="submit" size="lg" block loading={state !== 'waiting'}>
            {t('auth.action.link.submit')}
          </Button>
          {known !== undefined && (
            <Button variant="ghost" disabled={state !== 'waiting'} onClick={() => setKnown(undefined)}>
              {t('auth.action.link.notMe')}
            </Button>
          )}
        </form>
      }
    >
      {known === undefined ? t('auth.action.link.ask') : t('auth.action.link.as', { email: known })}
    </EmptyState>
  );
}
