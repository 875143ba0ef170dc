import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useTranslation } from '../../translation.tsx';

/** In place of the sections whose facts come from the server. */
export function LoadingSections() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden>{t('profile.loading')}</VisuallyHidden>
      {[1, 2].map((each) => (
        <Card padded className="late settings-section" key={each}>
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-4 w-72 max-w-full" />
          <Skeleton className="h-11 w-36" />
        </Card>
      ))}
    </>
  );
}
