import type { ReactNode } from 'react';
import { useTranslation } from '../../translation.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

const MAIN_ID = 'main';

/** Skip link, header, page, footer. */
export function PageFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      <a className="skip" href={`#${MAIN_ID}`}>
        {t('chrome.skip')}
      </a>
      <Header />
      <main id={MAIN_ID} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  );
}
