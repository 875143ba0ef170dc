// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { auth as en } from '../en/auth.ts';
import { auth as fr } from '../fr/auth.ts';

export const auth = { en, fr };
