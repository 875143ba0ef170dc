import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { RetryIcon } from '../../../ui/icons.tsx';
import { useTranslation } from '../../translation.tsx';

/** A list that failed to load, with a retry button. */
export function LoadFailed({ title, text, onRetry }: { title: string; text: string; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Alert tone="danger" title={title}>
      <p>{text}</p>
      <Button variant="secondary" className="mt-3" icon={<RetryIcon size={18} />} onClick={onRetry}>
        {t('profile.retry')}
      </Button>
    </Alert>
  );
}
