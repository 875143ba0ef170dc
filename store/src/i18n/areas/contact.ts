// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { contact as en } from '../en/contact.ts';
import { contact as fr } from '../fr/contact.ts';

export const contact = { en, fr };
