import 'i18next';
import type { en } from './messages/en.ts';
import type { mail } from './messages/mail.en.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en; mail: typeof mail };
  }
}
