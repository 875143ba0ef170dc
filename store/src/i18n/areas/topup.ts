// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { topup as en } from '../en/topup.ts';
import { topup as fr } from '../fr/topup.ts';

export const topup = { en, fr };
