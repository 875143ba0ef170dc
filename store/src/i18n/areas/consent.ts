// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { consent as en } from '../en/consent.ts';
import { consent as fr } from '../fr/consent.ts';

export const consent = { en, fr };
