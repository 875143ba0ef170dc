import type { Language } from '../language.ts';

export const language: Language = {
  name: 'English',
  gigabytes: 'GB',
  bitsPerSecond: 'bps',
  hour: 'numeric',
};
