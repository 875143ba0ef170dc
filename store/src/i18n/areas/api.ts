// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { api as en } from '../en/api.ts';
import { api as fr } from '../fr/api.ts';

export const api = { en, fr };
