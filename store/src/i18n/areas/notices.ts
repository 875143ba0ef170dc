// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { notices as en } from '../en/notices.ts';
import { notices as fr } from '../fr/notices.ts';

export const notices = { en, fr };
