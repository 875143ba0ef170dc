import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useAccountActions } from '../../session/account-actions.ts';
import { useTranslation } from '../../translation.tsx';
import { NewPasswordFields } from '../../components/auth/password/new-password-fields.tsx';
import { ProblemAlert } from '../../components/auth/problem-alert.tsx';
import { Section } from './section.tsx';
import { useAction } from './use-action.ts';
import { newPasswordForm } from '../../../shared/forms/forms.ts';
import { useForm } from '../../use-form.ts';

type Props = { email: string | null; hasPassword: boolean; onChanged: () => void };

/** Changes the password, or sets the first one. */
export function PasswordSection({ email, hasPassword, onChanged }: Props) {
  const { t } = useTranslation();
  const toast = useToast();
  const { setPassword } = useAccountActions();
  const { busy, problem, run, clear } = useAction();
  const newPassword = useForm(newPasswordForm);
  // Undefined until it was opened once: closing restores the focus to the button.
  const [open, setOpen] = useState<boolean>();
  const words = hasPassword ? 'settings.password.change' : 'settings.password.set';

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = newPassword.check(event.currentTarget)?.password;
    if (password === undefined) return;
    if (!(await run(() => setPassword(password)))) return;
    setOpen(false);
    toast(t('settings.password.saved'));
    onChanged();
  }
  return (
    <Section
      name="password"
      text={t(hasPassword ? 'settings.password.text' : 'settings.password.noneText')}
      action={
        !open && (
          <Button
            variant="secondary"
            autoFocus={open === false}
            onClick={() => {
              clear();
              newPassword.clear();
              setOpen(true);
            }}
          >
            {t(words)}
          </Button>
        )
      }
    >
      {open && (
        <form
          className="stack settings-form"
          method="post"
          noValidate
          onSubmit={(event) => void save(event)}
          {...newPassword.watch}
        >
          {problem !== undefined && <ProblemAlert problem={problem} />}
          <NewPasswordFields
            errors={newPassword.errors}
            label={t('auth.newPassword')}
            email={email ?? ''}
            disabled={busy}
            autoFocus
          />
          <FormButtons busy={busy} onCancel={() => setOpen(false)} />
        </form>
      )}
    </Section>
  );
}

function FormButtons({ busy, onCancel }: { busy: boolean; onCancel: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="row flex-wrap">
      <Button type="submit" loading={busy}>
        {t('settings.password.save')}
      </Button>
      <Button variant="ghost" disabled={busy} onClick={onCancel}>
        {t('settings.cancel')}
      </Button>
    </div>
  );
}
