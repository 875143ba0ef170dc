// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { noticeMail as en } from '../en/notice-mail.ts';
import { noticeMail as fr } from '../fr/notice-mail.ts';

export const noticeMail = { en, fr };
