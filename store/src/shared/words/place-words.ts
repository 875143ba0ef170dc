// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { placeWords as en } from '../../i18n/en/place-words.ts';
import { placeWords as fr } from '../../i18n/fr/place-words.ts';

export const placeWords = { en, fr };
