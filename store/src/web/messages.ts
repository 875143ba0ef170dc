import { chrome } from '../i18n/areas/chrome.ts';
import { common } from '../i18n/areas/common.ts';
import { home } from '../i18n/areas/home.ts';
import { plans } from '../i18n/areas/plans.ts';
import type { Areas } from '../i18n/i18n.ts';
import { eachLocale, LOCALES } from '../shared/locale.ts';

/**
 * The messages that every browser loads, in every language: those of the public pages. The messages of pages with an
 * account or an order come with those pages (`pages/customer.route.tsx`), so that a first visit does not load them.
 */
export const browserMessages = eachLocale((): Record<string, object> => ({}));
addMessages({ chrome, common, home, plans });

/** Adds areas before their page renders: the translators read from these objects. */
export function addMessages(areas: Areas): void {
  for (const [area, words] of Object.entries(areas))
    for (const locale of LOCALES) browserMessages[locale][area] = words[locale];
}
