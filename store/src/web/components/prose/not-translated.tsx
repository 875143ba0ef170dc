import type { ReactNode } from 'react';
import type { Locale } from '../../../shared/locale.ts';
import { useLocale } from '../../language.ts';

/** Says above a text that it is not in the language of the page, which has no translation of it. */
export function NotTranslated({ textIn, children }: { textIn: Locale; children: ReactNode }) {
  const locale = useLocale();
  return textIn === locale ? null : (
    <p className="small muted" lang={locale}>
      {children}
    </p>
  );
}
