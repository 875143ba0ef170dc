// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { chrome as en } from '../en/chrome.ts';
import { chrome as fr } from '../fr/chrome.ts';

export const chrome = { en, fr };
