import { chrome } from './chrome.en.ts';
import { plans } from './plans.en.ts';
import { common } from './common.en.ts';

/** English, the reference: every other language has the same keys (checked by type). */
export const en = { plans, chrome, common };
