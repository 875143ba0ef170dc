import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useTranslation } from '../../translation.tsx';
import { ProblemAlert } from '../../components/auth/problem-alert.tsx';
import type { Problem } from '../../components/auth/use-auth-form.ts';

type Props = {
  open: boolean;
  title: string;
  /** The label of the confirming button. */
  confirm: string;
  danger?: boolean;
  busy: boolean;
  problem: Problem | undefined;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Asks for confirmation of an action that cannot be undone. */
export function ConfirmDialog({
  open,
  title,
  confirm,
  danger = false,
  busy,
  problem,
  onConfirm,
  onClose,
  children,
}: Props) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onClose={onClose} title={title} closeLabel={t('settings.close')}>
      <div className="stack gap-5">
        {problem !== undefined && <ProblemAlert problem={problem} />}
        {children}
        <div className="row flex-wrap justify-end">
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t('settings.cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} loading={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
