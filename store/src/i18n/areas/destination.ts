// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { destination as en } from '../en/destination.ts';
import { destination as fr } from '../fr/destination.ts';

export const destination = { en, fr };
