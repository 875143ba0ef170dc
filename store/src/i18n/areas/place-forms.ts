// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { placeForms as en } from '../en/place-forms.ts';
import { placeForms as fr } from '../fr/place-forms.ts';

export const placeForms = { en, fr };
