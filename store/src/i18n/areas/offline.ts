// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { offline as en } from '../en/offline.ts';
import { offline as fr } from '../fr/offline.ts';

export const offline = { en, fr };
