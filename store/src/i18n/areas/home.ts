// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { home as en } from '../en/home.ts';
import { home as fr } from '../fr/home.ts';

export const home = { en, fr };
