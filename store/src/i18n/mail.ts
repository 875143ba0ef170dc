import { eachLocale, type Locale } from '../shared/locale.ts';
import { autoTopUpMail } from './areas/auto-top-up-mail.ts';
import { mail } from './areas/mail.ts';
import { noticeMail } from './areas/notice-mail.ts';
import { refundMail } from './areas/refund-mail.ts';
import { withdrawalMail } from './areas/withdrawal-mail.ts';
import { translator, type Translator } from './i18n.ts';
import { createTranslators, type KeyOf, type Translate } from './translate.ts';

const EVERYONES = 'translation:';

const MESSAGES = eachLocale((locale) => ({
  ...mail[locale],
  notice: noticeMail[locale],
  autoTopUp: autoTopUpMail[locale],
  refund: refundMail[locale],
  withdrawal: withdrawalMail[locale],
}));

type OwnKey = KeyOf<
  (typeof mail)['en'] & {
    notice: (typeof noticeMail)['en'];
    autoTopUp: (typeof autoTopUpMail)['en'];
    refund: (typeof refundMail)['en'];
    withdrawal: (typeof withdrawalMail)['en'];
  }
>;

/**
 * `t` of the mails: their own messages (`t('esimReady.subject')`) and the shared ones (`t('translation:plans.days')`).
 */
export type MailTranslator = Translate<OwnKey | `${typeof EVERYONES}${Parameters<Translator>[0]}`>;

const own = createTranslators<OwnKey>(MESSAGES);
const translators = eachLocale(join);

/** The mails' translator for one language. Separate from `translator`, whose messages are sent to browsers. */
export function mailTranslator(locale: Locale): MailTranslator {
  return translators[locale];
}

function join(locale: Locale): MailTranslator {
  const everyones = translator(locale);
  return (key, values) =>
    key.startsWith(EVERYONES)
      ? everyones(key.slice(EVERYONES.length) as Parameters<Translator>[0], values)
      : own[locale](key as OwnKey, values);
}
