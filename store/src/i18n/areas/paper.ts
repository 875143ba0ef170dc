// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { paper as en } from '../en/paper.ts';
import { paper as fr } from '../fr/paper.ts';

export const paper = { en, fr };
