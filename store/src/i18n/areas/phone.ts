// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { phone as en } from '../en/phone.ts';
import { phone as fr } from '../fr/phone.ts';

export const phone = { en, fr };
