import { type FormEvent } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Field } from '../../../../ui/field.tsx';
import { useToast } from '../../../../ui/toast.tsx';
import type { Caller } from '../../../api.ts';
import { useAuthActions } from '../../../session/auth-actions.ts';
import { useIsHosted } from '../../../session/hosted.ts';
import type { SessionUser } from '../../../session/session.ts';
import { useTranslation } from '../../../translation.tsx';
import { ProblemAlert } from '../../../components/auth/problem-alert.tsx';
import { MAX_NAME } from '../../../components/account/name-dialog.tsx';
import { PhotoEditor } from './photo-editor.tsx';
import { Section } from '../section.tsx';
import { useAction } from '../use-action.ts';

/** Name and photo. */
export function PersonalSection({ user, caller }: { user: SessionUser; caller: Caller }) {
  const isHosted = useIsHosted();
  const { t } = useTranslation();
  const toast = useToast();
  const { updateName } = useAuthActions();
  const { busy, problem, run } = useAction();

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const request = String(new FormData(event.currentTarget).get('name') ?? '');
    if (await run(() => updateName(request))) toast(t('profile.editor.saved'));
  }

  return (
    <Section name="personal">
      {!isHosted && <PhotoEditor user={user} caller={caller} />}
      <form className="stack settings-form" method="post" onSubmit={(event) => void save(event)}>
        {problem !== undefined && <ProblemAlert problem={problem} />}
        <Field
          key={user.displayName}
          label={t('settings.personal.name')}
          name="name"
          defaultValue={user.displayName ?? ''}
          autoComplete="name"
          maxLength={MAX_NAME}
          readOnly={busy}
        />
        <Button type="submit" variant="secondary" className="justify-self-start" loading={busy}>
          {t('settings.personal.save')}
        </Button>
      </form>
    </Section>
  );
}
