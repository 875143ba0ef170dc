// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { legal as en } from '../en/legal.ts';
import { legal as fr } from '../fr/legal.ts';

export const legal = { en, fr };
