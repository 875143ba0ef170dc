import { createDesk } from '../flows/desk/desk.ts';
import { translator } from '../i18n/i18n.ts';
import type { Locale } from '../shared/locale.ts';
import { createPolicyDesk } from '../modules/password-policy/desk.ts';
import type { Modules } from './modules.ts';

/** The text that a buyer confirmed about the phone. */
export const deviceText = (locale: Locale) => translator(locale)('checkout.device.label');

/** What operators see and do, in the running application. */
export const createOperatorDesk = (modules: Modules) =>
  createDesk({
    ...modules,
    publicUrl: modules.config.publicUrl,
    deviceText,
    policyDesk: createPolicyDesk({ db: modules.db }),
    openEsims: async () => modules.esims,
    openTransfer: async () => modules.transfer,
  });
