import { smsTranslator } from '../../i18n/sms.ts';
import { BRAND } from '../../shared/brand.ts';
import type { Locale } from '../../shared/locale.ts';
import type { CodePurpose } from './store.ts';

/** The text with a code. Its last line lets a browser on this host read the code automatically (WebOTP). */
export function codeText(purpose: CodePurpose, { code, host, locale }: { code: string; host: string; locale: Locale }) {
  return `${smsTranslator(locale)(purpose, { code, brand: BRAND })}\n\n@${host} #${code}`;
}
