import type { Language } from '../language.ts';

export const language: Language = {
  name: 'English',
  gigabytes: 'GB',
  megabytes: 'MB',
  bitsPerSecond: 'bps',
  hour: 'numeric',
  firstOfMonth: '1',
};
