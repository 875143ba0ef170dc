import type { MailTranslator } from '../../../i18n/mail.ts';
import type { Locale } from '../../../shared/locale.ts';
import { type Markup, note, plainRows, plainSection, quietLink, section } from './layout.ts';

/** In each mail about a purchase: the withdrawal function, in the words of the law. */
export const withdrawSection = (t: MailTranslator, url: string): Markup =>
  section(t('withdrawal.withdrawTitle'), [
    note(t('withdrawal.withdrawText')),
    quietLink(t('withdrawal.withdraw'), url),
  ]);

/** The same in the text part. */
export const withdrawText = (t: MailTranslator, locale: Locale, url: string): string =>
  plainSection(t('withdrawal.withdrawTitle'), [
    t('withdrawal.withdrawText'),
    ...plainRows(locale, [[t('withdrawal.withdraw'), url]]),
  ]);
