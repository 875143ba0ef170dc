// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { renewal as en } from '../en/renewal.ts';
import { renewal as fr } from '../fr/renewal.ts';

export const renewal = { en, fr };
