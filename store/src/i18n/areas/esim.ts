// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { esim as en } from '../en/esim.ts';
import { esim as fr } from '../fr/esim.ts';

export const esim = { en, fr };
