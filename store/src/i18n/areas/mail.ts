// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { mail as en } from '../en/mail.ts';
import { mail as fr } from '../fr/mail.ts';

export const mail = { en, fr };
