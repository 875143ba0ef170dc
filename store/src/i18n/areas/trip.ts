// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { trip as en } from '../en/trip.ts';
import { trip as fr } from '../fr/trip.ts';

export const trip = { en, fr };
