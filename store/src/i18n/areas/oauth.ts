// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { oauth as en } from '../en/oauth.ts';
import { oauth as fr } from '../fr/oauth.ts';

export const oauth = { en, fr };
