// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { coverage as en } from '../en/coverage.ts';
import { coverage as fr } from '../fr/coverage.ts';

export const coverage = { en, fr };
