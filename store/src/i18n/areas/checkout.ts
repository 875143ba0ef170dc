// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { checkout as en } from '../en/checkout.ts';
import { checkout as fr } from '../fr/checkout.ts';

export const checkout = { en, fr };
