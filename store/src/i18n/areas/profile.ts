// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { profile as en } from '../en/profile.ts';
import { profile as fr } from '../fr/profile.ts';

export const profile = { en, fr };
