// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { sms as en } from '../en/sms.ts';
import { sms as fr } from '../fr/sms.ts';

export const sms = { en, fr };
