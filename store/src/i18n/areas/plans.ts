// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { plans as en } from '../en/plans.ts';
import { plans as fr } from '../fr/plans.ts';

export const plans = { en, fr };
