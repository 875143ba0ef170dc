// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { sandbox as en } from '../en/sandbox.ts';
import { sandbox as fr } from '../fr/sandbox.ts';

export const sandbox = { en, fr };
