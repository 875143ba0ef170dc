// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { update as en } from '../en/update.ts';
import { update as fr } from '../fr/update.ts';

export const update = { en, fr };
