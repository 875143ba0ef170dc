import type { ReactNode } from 'react';
import { paths } from '../../../../shared/paths.ts';
import { Button } from '../../../../ui/button.tsx';
import type { DestinationData } from '../destination-loader.ts';
import { useTranslation } from '../../../translation.tsx';
import { usePageAddress } from '../../../components/page-link.tsx';

/** Around radios named `plan`: without scripts, a button asks for the page on which the picked plan is shown. */
export function PlanForm({ destination, children }: Pick<DestinationData, 'destination'> & { children: ReactNode }) {
  const { t } = useTranslation();
  const address = usePageAddress();
  return (
    <form action={address(paths.offer(destination))} onSubmit={(event) => event.preventDefault()}>
      {children}
      <noscript>
        <div className="mt-4">
          <Button type="submit" variant="secondary">
            {t('destination.show')}
          </Button>
        </div>
      </noscript>
    </form>
  );
}
