import { useTranslation } from '../translation.tsx';
import { Outlet } from 'react-router';
import { auth as authEn } from '../../i18n/messages/auth.en.ts';
import { auth as authFr } from '../../i18n/messages/auth.fr.ts';
import { checkout as checkoutEn } from '../../i18n/messages/checkout.en.ts';
import { checkout as checkoutFr } from '../../i18n/messages/checkout.fr.ts';
import { errors as errorsEn } from '../../i18n/messages/errors.en.ts';
import { errors as errorsFr } from '../../i18n/messages/errors.fr.ts';
import { keep as keepEn } from '../../i18n/messages/keep.en.ts';
import { keep as keepFr } from '../../i18n/messages/keep.fr.ts';
import { order as orderEn } from '../../i18n/messages/order.en.ts';
import { order as orderFr } from '../../i18n/messages/order.fr.ts';
import { profile as profileEn } from '../../i18n/messages/profile.en.ts';
import { profile as profileFr } from '../../i18n/messages/profile.fr.ts';
import { settings as settingsEn } from '../../i18n/messages/settings.en.ts';
import { settings as settingsFr } from '../../i18n/messages/settings.fr.ts';
import { Alert } from '../../ui/alert.tsx';
import { addMessages } from '../messages.ts';
import type { PageHandle } from '../sheets.tsx';

export const handle: PageHandle = { sheets: ['account'] };

addMessages({
  en: {
    auth: authEn,
    checkout: checkoutEn,
    errors: errorsEn,
    keep: keepEn,
    order: orderEn,
    profile: profileEn,
    settings: settingsEn,
  },
  fr: {
    auth: authFr,
    checkout: checkoutFr,
    errors: errorsFr,
    keep: keepFr,
    order: orderFr,
    profile: profileFr,
    settings: settingsFr,
  },
});

/** Around the pages of one customer: brings their words, and says that their forms and buttons need scripts. */
export default function CustomerPages() {
  const { t } = useTranslation();
  return (
    <>
      <noscript>
        <div className="wrap no-script">
          <Alert tone="warning" title={t('chrome.noScript.title')}>
            {t('chrome.noScript.text')}
          </Alert>
        </div>
      </noscript>
      <Outlet />
    </>
  );
}
