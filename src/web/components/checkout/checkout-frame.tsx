import type { ReactNode } from 'react';
import { BRAND } from '../../../shared/brand.ts';
import { paths } from '../../../shared/paths.ts';
import { LockIcon } from '../../../ui/icons.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { useRootData } from '../../root-data.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink } from '../page-link.tsx';

const MAIN_ID = 'main';

/** The frame of a page on which a purchase is finished: nothing leads away by accident. Routes ask for it by `handle.chrome`. */
export function CheckoutFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { mode } = useRootData();
  return (
    <>
      <a className="skip" href={`#${MAIN_ID}`}>
        {t('chrome.skip')}
      </a>
      <header>
        <div className="nav">
          <div className="wrap">
            <PageLink to={paths.home()} aria-label={t('chrome.home', { brand: BRAND })}>
              <Logo />
            </PageLink>
            {mode === 'sandbox' && (
              <a className="sandbox-mark" href={paths.sandbox()}>
                {t('chrome.sandbox')}
              </a>
            )}
            <span className="spacer" />
            <span className="secure">
              <LockIcon size={16} />
              {t('checkout.secure')}
            </span>
          </div>
        </div>
      </header>
      <main id={MAIN_ID} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
