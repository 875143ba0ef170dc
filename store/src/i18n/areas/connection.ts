// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { connection as en } from '../en/connection.ts';
import { connection as fr } from '../fr/connection.ts';

export const connection = { en, fr };
