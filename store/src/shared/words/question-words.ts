// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { questionWords as en } from '../../i18n/en/question-words.ts';
import { questionWords as fr } from '../../i18n/fr/question-words.ts';

export const questionWords = { en, fr };
