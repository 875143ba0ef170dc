// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { steps as en } from '../en/steps.ts';
import { steps as fr } from '../fr/steps.ts';

export const steps = { en, fr };
