// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { withdraw as en } from '../en/withdraw.ts';
import { withdraw as fr } from '../fr/withdraw.ts';

export const withdraw = { en, fr };
