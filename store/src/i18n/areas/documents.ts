// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { documents as en } from '../en/documents.ts';
import { documents as fr } from '../fr/documents.ts';

export const documents = { en, fr };
