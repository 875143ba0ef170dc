import type { Same } from '../same.ts';
import { common } from './common.fr.ts';
import type { en } from './en.ts';

export const fr = { common } satisfies Same<typeof en>;
