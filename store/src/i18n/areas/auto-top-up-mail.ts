// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { autoTopUpMail as en } from '../en/auto-top-up-mail.ts';
import { autoTopUpMail as fr } from '../fr/auto-top-up-mail.ts';

export const autoTopUpMail = { en, fr };
