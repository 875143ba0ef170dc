import type { Same } from '../same.ts';
import { chrome } from './chrome.fr.ts';
import { plans } from './plans.fr.ts';
import { common } from './common.fr.ts';
import type { en } from './en.ts';

export const fr = { plans, chrome, common } satisfies Same<typeof en>;
