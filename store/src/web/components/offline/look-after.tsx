import { useEffect } from 'react';
import { keep } from '../../../i18n/areas/keep.ts';
import { update } from '../../../i18n/areas/update.ts';
import { addMessages } from '../../messages.ts';
import { lookAfterKept } from '../../offline/contact.ts';
import { installWorker } from '../../offline/keep-order.ts';
import { useRootData } from '../../root-data.ts';
import { UpdateOffer } from './update-offer.tsx';

addMessages({ keep, update });

/** Updates or removes stored eSIMs, and offers a new version of the site. */
export function LookAfter() {
  const { identity } = useRootData();
  useEffect(() => {
    async function look() {
      const isKept = await lookAfterKept(identity);
      // Installed again if the browser has removed it. The installed app always has the offline help.
      if (isKept || matchMedia('(display-mode: standalone)').matches) await installWorker();
    }
    const quietly = () => void look().catch(() => undefined);
    quietly();
    addEventListener('online', quietly);
    return () => removeEventListener('online', quietly);
  }, [identity]);
  return <UpdateOffer />;
}
