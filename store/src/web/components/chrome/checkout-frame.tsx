import type { ReactNode } from 'react';
import { BRAND } from '../../../shared/brand.ts';
import { modeFacts } from '../../../shared/mode.ts';
import { paths } from '../../../shared/paths.ts';
import { LifeBuoyIcon, LockIcon } from '../../../ui/icons.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Logo } from '../../../ui/logo.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { useRootData } from '../../root-data.ts';
import { useTranslation } from '../../translation.tsx';
import { PageLink, usePageAddress } from '../page-link.tsx';
import { StagingBar } from './staging-bar.tsx';

const MAIN_ID = 'main';

/**
 * The frame of pages that finish a purchase: it has no links that lead away; help and the withdrawal function open beside it. Routes select it
 * with `handle.chrome`.
 */
export function CheckoutFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { mode } = useRootData();
  const address = usePageAddress();
  return (
    <>
      <a className="skip" href={`#${MAIN_ID}`}>
        {t('chrome.skip')}
      </a>
      <header>
        <div className="nav">
          <StagingBar />
          <div className="wrap">
            <PageLink to={paths.home()} aria-label={t('chrome.home', { brand: BRAND })}>
              <Logo />
            </PageLink>
            {modeFacts(mode).isLocal && (
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
      <footer className="wrap checkout-foot">
        <a className={buttonClass({ variant: 'ghost' })} href={address(paths.help())} target="_blank">
          <LifeBuoyIcon size={18} />
          {t('chrome.footer.needHelp')}
          <VisuallyHidden> {t('checkout.device.newTab')}</VisuallyHidden>
        </a>
        {/* The law asks for it on every page, in these words (Directive (EU) 2023/2673). */}
        <a className="link checkout-foot__withdraw" href={address(paths.withdraw())} target="_blank">
          {t('chrome.footer.withdraw')}
          <VisuallyHidden> {t('checkout.device.newTab')}</VisuallyHidden>
        </a>
      </footer>
    </>
  );
}
