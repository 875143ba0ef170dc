import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorIcon, RetryIcon } from '../../../ui/icons.tsx';
import { useSessionStuck } from '../../session/session.ts';
import { useTranslation } from '../../translation.tsx';

/** Replaces a page that waits for the session: blank while its script loads, with a way to continue after a failure. */
export function SessionStuck() {
  const { t } = useTranslation();
  if (!useSessionStuck()) return null;
  return (
    <div className="wrap error-page" role="alert">
      <Card className="w-full max-w-[560px] mx-auto">
        <EmptyState
          level="h1"
          icon={<ErrorIcon />}
          title={t('auth.stuck')}
          action={
            <Button
              variant="secondary"
              className="mt-3"
              icon={<RetryIcon size={18} />}
              onClick={() => location.reload()}
            >
              {t('auth.tryAgain')}
            </Button>
          }
        >
          {t('errors.auth.chunk-load-failed')}
        </EmptyState>
      </Card>
    </div>
  );
}
