// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { refunds as en } from '../en/refunds.ts';
import { refunds as fr } from '../fr/refunds.ts';

export const refunds = { en, fr };
