// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { factors as en } from '../en/factors.ts';
import { factors as fr } from '../fr/factors.ts';

export const factors = { en, fr };
