import type { Language } from '../language.ts';

export const language: Language = {
  name: 'Français',
  gigabytes: '\u00a0Go',
  bitsPerSecond: 'bit/s',
  hour: '2-digit',
};
