// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { settings as en } from '../en/settings.ts';
import { settings as fr } from '../fr/settings.ts';

export const settings = { en, fr };
