// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { installation as en } from '../en/installation.ts';
import { installation as fr } from '../fr/installation.ts';

export const installation = { en, fr };
