// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { refundMail as en } from '../en/refund-mail.ts';
import { refundMail as fr } from '../fr/refund-mail.ts';

export const refundMail = { en, fr };
