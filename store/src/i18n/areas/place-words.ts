// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { placeWords as en } from '../en/place-words.ts';
import { placeWords as fr } from '../fr/place-words.ts';

export const placeWords = { en, fr };
