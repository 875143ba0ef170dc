import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { RetryIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';
import type { Problem } from './use-auth-form.ts';

/**
 * An error alert. After a failed script load it offers to reload the page, because a browser keeps a hanging request
 * for the same URL and would wait for it again.
 */
export function ProblemAlert({ problem, title, id }: { problem: Problem; title?: string; id?: string }) {
  const { t } = useTranslation();
  return (
    <Alert id={id} tone="danger" title={title}>
      {problem.words(t)}
      {problem.chunk && (
        <Button
          variant="secondary"
          className="mt-3 flex"
          icon={<RetryIcon size={18} />}
          onClick={() => location.reload()}
        >
          {t('auth.tryAgain')}
        </Button>
      )}
    </Alert>
  );
}
