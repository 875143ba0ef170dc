// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { errors as en } from '../en/errors.ts';
import { errors as fr } from '../fr/errors.ts';

export const errors = { en, fr };
