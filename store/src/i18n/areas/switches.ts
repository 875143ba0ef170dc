// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { switches as en } from '../en/switches.ts';
import { switches as fr } from '../fr/switches.ts';

export const switches = { en, fr };
