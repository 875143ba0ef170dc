import { useEffect } from 'react';
import { keep } from '../../../i18n/areas/keep.ts';
import { update } from '../../../i18n/areas/update.ts';
import { addMessages } from '../../messages.ts';
import { lookAfterKept } from '../../offline/contact.ts';
import { installWorker } from '../../offline/keep-order.ts';
import { lookAfterPush } from '../../offline/push-device.ts';
import { useRootData } from '../../root-data.ts';
import { useTranslation } from '../../translation.tsx';
import { UpdateOffer } from './update-offer.tsx';

addMessages({ keep, update });

/** Updates or removes stored eSIMs, keeps the notices of this browser, and offers a new version of the site. */
export function LookAfter() {
  const { identity } = useRootData();
  const { locale } = useTranslation();
  useEffect(() => {
    async function look() {
      const isKept = await lookAfterKept(identity);
      // Installed again if the browser has removed it. The installed app always has the offline help.
      if (isKept || matchMedia('(display-mode: standalone)').matches) await installWorker();
    }
    const quietly = () => {
      void look().catch(() => undefined);
      void lookAfterPush(identity, locale).catch(() => undefined);
    };
    quietly();
    addEventListener('online', quietly);
    return () => removeEventListener('online', quietly);
  }, [identity, locale]);
  return <UpdateOffer />;
}
