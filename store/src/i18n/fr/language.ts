import type { Language } from '../language.ts';

export const language: Language = {
  name: 'Français',
  gigabytes: '\u00a0Go',
  megabytes: '\u00a0Mo',
  bitsPerSecond: 'bit/s',
  hour: '2-digit',
  firstOfMonth: '1er',
};
