// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { replacement as en } from '../en/replacement.ts';
import { replacement as fr } from '../fr/replacement.ts';

export const replacement = { en, fr };
