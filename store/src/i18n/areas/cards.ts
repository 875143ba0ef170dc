// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { cards as en } from '../en/cards.ts';
import { cards as fr } from '../fr/cards.ts';

export const cards = { en, fr };
