// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { keep as en } from '../en/keep.ts';
import { keep as fr } from '../fr/keep.ts';

export const keep = { en, fr };
