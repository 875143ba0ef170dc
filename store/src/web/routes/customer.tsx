import { useTranslation } from '../translation.tsx';
import { Outlet } from 'react-router';
import { auth as authEn } from '../../i18n/messages/auth.en.ts';
import { auth as authFr } from '../../i18n/messages/auth.fr.ts';
import { errors as errorsEn } from '../../i18n/messages/errors.en.ts';
import { errors as errorsFr } from '../../i18n/messages/errors.fr.ts';
import { Alert } from '../../ui/alert.tsx';
import { addMessages } from '../messages.ts';
import type { PageHandle } from '../sheets.tsx';

export const handle: PageHandle = { sheets: ['account'] };

addMessages({
  en: {
    auth: authEn,
    errors: errorsEn,
  },
  fr: {
    auth: authFr,
    errors: errorsFr,
  },
});

/** Around the pages of one customer: brings the words that they share, and says that their forms and buttons need scripts. */
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
