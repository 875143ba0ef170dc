// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { order as en } from '../en/order.ts';
import { order as fr } from '../fr/order.ts';

export const order = { en, fr };
