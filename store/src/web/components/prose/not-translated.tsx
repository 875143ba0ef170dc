import type { ReactNode } from 'react';
import type { Locale } from '../../../shared/locale.ts';
import { useLocale } from '../../language.ts';

/** A notice above a text without a translation in the language of the page. */
export function NotTranslated({ textIn, children }: { textIn: Locale; children: ReactNode }) {
  const locale = useLocale();
  return textIn === locale ? null : (
    <p className="small muted" lang={locale}>
      {children}
    </p>
  );
}
