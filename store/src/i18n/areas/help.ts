// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { help as en } from '../en/help.ts';
import { help as fr } from '../fr/help.ts';

export const help = { en, fr };
