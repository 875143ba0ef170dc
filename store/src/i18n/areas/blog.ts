// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { blog as en } from '../en/blog.ts';
import { blog as fr } from '../fr/blog.ts';

export const blog = { en, fr };
