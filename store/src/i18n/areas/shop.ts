// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { shop as en } from '../en/shop.ts';
import { shop as fr } from '../fr/shop.ts';

export const shop = { en, fr };
