// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { common as en } from '../en/common.ts';
import { common as fr } from '../fr/common.ts';

export const common = { en, fr };
