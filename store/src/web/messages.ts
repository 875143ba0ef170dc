import { chrome as chromeEn } from '../i18n/messages/chrome.en.ts';
import { chrome as chromeFr } from '../i18n/messages/chrome.fr.ts';
import { common as commonEn } from '../i18n/messages/common.en.ts';
import { common as commonFr } from '../i18n/messages/common.fr.ts';
import { home as homeEn } from '../i18n/messages/home.en.ts';
import { home as homeFr } from '../i18n/messages/home.fr.ts';
import { plans as plansEn } from '../i18n/messages/plans.en.ts';
import { plans as plansFr } from '../i18n/messages/plans.fr.ts';
import type { Messages } from '../i18n/i18n.ts';

/**
 * What the browser knows from the start, in both languages: the words of the public pages. Those of the pages with an
 * account or an order come with these pages (`routes/customer.tsx`), so that a first visit does not load them.
 */
export const browserMessages: Messages = {
  en: { chrome: chromeEn, common: commonEn, home: homeEn, plans: plansEn },
  fr: { chrome: chromeFr, common: commonFr, home: homeFr, plans: plansFr },
};

/** Adds areas before the page that needs them renders: the translators read from these very objects. */
export function addMessages(more: Messages): void {
  Object.assign(browserMessages.en, more.en);
  Object.assign(browserMessages.fr, more.fr);
}
