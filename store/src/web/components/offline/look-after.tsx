import { useEffect } from 'react';
import { keep } from '../../../i18n/areas/keep.ts';
import { update } from '../../../i18n/areas/update.ts';
import { addMessages } from '../../messages.ts';
import { lookAfterKept } from '../../offline/contact.ts';
import { installWorker } from '../../offline/keep-order.ts';
import { useRootData } from '../../root-data.ts';
import { UpdateOffer } from './update-offer.tsx';

addMessages({ keep, update });

/** Brings kept eSIMs up to date or removes them, and offers a new version of the site. */
export function LookAfter() {
  const { identity } = useRootData();
  useEffect(() => {
    async function look() {
      const isKept = await lookAfterKept(identity);
      // Also where a browser has dropped it; an app on the home screen has the help without a network in any case.
      if (isKept || matchMedia('(display-mode: standalone)').matches) await installWorker();
    }
    const quietly = () => void look().catch(() => undefined);
    quietly();
    addEventListener('online', quietly);
    return () => removeEventListener('online', quietly);
  }, [identity]);
  return <UpdateOffer />;
}
