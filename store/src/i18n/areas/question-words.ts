// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { questionWords as en } from '../en/question-words.ts';
import { questionWords as fr } from '../fr/question-words.ts';

export const questionWords = { en, fr };
