import { type FormEvent, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { useAccountActions } from '../../session/account-actions.ts';
import type { SessionUser } from '../../session/session.ts';
import { useTranslation } from '../../translation.tsx';
import { EmailField } from '../../components/email-field.tsx';
import { ProblemAlert } from '../../components/auth/problem-alert.tsx';
import { SendAgain } from '../../components/auth/send-again.tsx';
import { Section } from './section.tsx';
import { useAction } from './use-action.ts';
import { changeAddressForm } from '../../../shared/forms/forms.ts';
import { useForm } from '../../use-form.ts';

/** The e-mail address; a new one takes effect once its mailed link was opened. */
export function AddressSection({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  // Undefined until it was opened once: closing restores the focus to the button.
  const [open, setOpen] = useState<boolean>();
  const [sentTo, setSentTo] = useState<string>();
  const change = useAddressChange(setSentTo, () => setOpen(false));
  return (
    <Section
      name="address"
      text={
        <span className="address-now">
          {user.email ?? t('settings.address.none')}
          {user.email !== null && (
            <Chip tone={user.emailVerified ? 'success' : 'warning'} dot>
              {t(user.emailVerified ? 'settings.address.verified' : 'settings.address.unverified')}
            </Chip>
          )}
        </span>
      }
      action={
        !open && (
          <Button
            variant="secondary"
            autoFocus={open === false}
            onClick={() => {
              change.clear();
              setOpen(true);
            }}
          >
            {t('settings.address.change')}
          </Button>
        )
      }
    >
      {user.email !== null && !user.emailVerified && (
        <SendAgain label={t('profile.unverified.send')} sent={t('profile.unverified.sent')} />
      )}
      {sentTo !== undefined && (
        <Alert tone="success" title={t('auth.sent.title')} live>
          {t('settings.address.sent', { email: sentTo })}
        </Alert>
      )}
      {open && <ChangeForm change={change} onCancel={() => setOpen(false)} />}
    </Section>
  );
}

/** Sends the link to the new address. */
function useAddressChange(onSentTo: (email: string | undefined) => void, onDone: () => void) {
  const { requestAddressChange } = useAccountActions();
  const { busy, problem, run } = useAction();
  const { errors, watch, check, clear } = useForm(changeAddressForm);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = check(event.currentTarget);
    if (values === undefined) return;
    onSentTo(undefined);
    if (!(await run(() => requestAddressChange(values.newEmail)))) return;
    onSentTo(values.newEmail);
    onDone();
  }

  return { busy, problem, errors, watch, send, clear };
}

function ChangeForm({
  change: { busy, problem, errors, watch, send },
  onCancel,
}: {
  change: ReturnType<typeof useAddressChange>;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  return (
    <form className="stack settings-form" method="post" noValidate onSubmit={(event) => void send(event)} {...watch}>
      {problem !== undefined && <ProblemAlert problem={problem} />}
      <EmailField
        label={t('settings.address.new')}
        hint={t('settings.address.hint')}
        name="newEmail"
        autoFocus
        required
        readOnly={busy}
        error={errors.newEmail}
      />
      <div className="row flex-wrap">
        <Button type="submit" loading={busy}>
          {t('settings.address.send')}
        </Button>
        <Button variant="ghost" disabled={busy} onClick={onCancel}>
          {t('settings.cancel')}
        </Button>
      </div>
    </form>
  );
}
