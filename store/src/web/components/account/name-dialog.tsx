import { type FormEvent, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { useAuthActions } from '../../session/auth-actions.ts';
import { authErrorMessage } from '../../session/auth-error-message.ts';
import { useTranslation } from '../../translation.tsx';

/** Maximum length of a name on the identity server. */
export const MAX_NAME = 256;

/** Edit Profile: the name. An error is shown in the dialog, which stays open. */
export function NameDialog({ open, name, onClose }: { open: boolean; name: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onClose={onClose} title={t('profile.edit')} closeLabel={t('profile.editor.close')}>
      <NameForm name={name} onClose={onClose} />
    </Dialog>
  );
}

function NameForm({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const { updateName } = useAuthActions();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const request = String(new FormData(event.currentTarget).get('name') ?? '');
    setPending(true);
    setProblem(undefined);
    try {
      await updateName(request);
      toast(t('profile.editor.saved'));
      onClose();
    } catch (error) {
      setProblem(authErrorMessage(error, t));
      setPending(false);
    }
  }

  return (
    <form className="stack gap-5" method="post" onSubmit={(event) => void save(event)}>
      {problem !== undefined && <Alert tone="danger">{problem}</Alert>}
      <Field
        label={t('profile.editor.name')}
        name="name"
        defaultValue={name}
        autoComplete="name"
        maxLength={MAX_NAME}
        disabled={pending}
      />
      <div className="row flex-wrap justify-end">
        <Button variant="secondary" disabled={pending} onClick={onClose}>
          {t('profile.editor.cancel')}
        </Button>
        <Button type="submit" loading={pending}>
          {t('profile.editor.save')}
        </Button>
      </div>
    </form>
  );
}
