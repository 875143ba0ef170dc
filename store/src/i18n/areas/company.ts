// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { company as en } from '../en/company.ts';
import { company as fr } from '../fr/company.ts';

export const company = { en, fr };
