import { useTranslation } from '../translation.tsx';
import { Outlet } from 'react-router';
import { auth } from '../../i18n/areas/auth.ts';
import { errors } from '../../i18n/areas/errors.ts';
import { Alert } from '../../ui/alert.tsx';
import { addMessages } from '../messages.ts';
import type { PageHandle } from '../sheets.tsx';

export const handle: PageHandle = { sheets: ['account'] };

addMessages({ auth, errors });

/** Layout of personal pages: loads their shared messages, and says that their forms and buttons need scripts. */
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
