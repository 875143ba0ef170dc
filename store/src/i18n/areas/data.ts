// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { data as en } from '../en/data.ts';
import { data as fr } from '../fr/data.ts';

export const data = { en, fr };
