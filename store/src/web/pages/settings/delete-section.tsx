import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useAccountActions } from '../../session/account-actions.ts';
import { useIsHosted } from '../../session/hosted.ts';
import { useTranslation } from '../../translation.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Section } from './section.tsx';
import { useAction } from './use-action.ts';

/** Deletes the account, after an explanation of what is deleted and what the law requires to keep. */
export function DeleteSection({
  onLeaving,
  onDeleted,
}: {
  onLeaving: (leaving: boolean) => void;
  onDeleted: () => void;
}) {
  const { t } = useTranslation();
  const isHosted = useIsHosted();
  const { deleteAccount } = useAccountActions();
  const { busy, problem, run, clear } = useAction();
  const [asking, setAsking] = useState(false);

  async function remove() {
    onLeaving(true);
    if (await run(deleteAccount)) onDeleted();
    else onLeaving(false);
  }

  return (
    <Section
      name="delete"
      text={t(isHosted ? 'settings.hosted.delete' : 'settings.delete.text')}
      action={
        <Button
          variant="danger"
          onClick={() => {
            clear();
            setAsking(true);
          }}
        >
          {t('settings.delete.ask')}
        </Button>
      }
    >
      <ConfirmDialog
        open={asking}
        title={t('settings.delete.askTitle')}
        confirm={t('settings.delete.confirm')}
        danger
        busy={busy}
        problem={problem}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        <p>{t(isHosted ? 'settings.hosted.gone' : 'settings.delete.gone')}</p>
        <p>{t('settings.delete.kept')}</p>
        <p>{t('settings.delete.esims')}</p>
      </ConfirmDialog>
    </Section>
  );
}
