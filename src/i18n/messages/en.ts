import { common } from './common.en.ts';

/** English, the reference: every other language has the same keys (checked by type). */
export const en = { common };
