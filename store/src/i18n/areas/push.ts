// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { push as en } from '../en/push.ts';
import { push as fr } from '../fr/push.ts';

export const push = { en, fr };
