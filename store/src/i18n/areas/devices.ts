// Written by `npm run gen` from the folders of languages (docs/guides/a-language.md).
import { devices as en } from '../en/devices.ts';
import { devices as fr } from '../fr/devices.ts';

export const devices = { en, fr };
