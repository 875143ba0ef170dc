// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { withdrawalMail as en } from '../en/withdrawal-mail.ts';
import { withdrawalMail as fr } from '../fr/withdrawal-mail.ts';

export const withdrawalMail = { en, fr };
