// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { autotopup as en } from '../en/autotopup.ts';
import { autotopup as fr } from '../fr/autotopup.ts';

export const autotopup = { en, fr };
