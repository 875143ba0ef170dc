// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { personWords as en } from '../en/person-words.ts';
import { personWords as fr } from '../fr/person-words.ts';

export const personWords = { en, fr };
