// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { language as en } from '../en/language.ts';
import { language as fr } from '../fr/language.ts';

export const language = { en, fr };
