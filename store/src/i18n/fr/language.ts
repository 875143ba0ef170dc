import type { Language } from '../language.ts';

export const language: Language = {
  name: 'Français',
  gigabytes: '\u00a0Go',
  bitsPerSecond: 'bit/s',
  hour: '2-digit',
  // `connectez-vous`, `a-t-il`, `dites-le-nous`
  unbroken:
    '(?<=\\p{L})-(?=(?:je|tu|ils?|elles?|on|nous|vous|ce|moi|lui|leur|les?|la|y|en|t-(?:ils?|elles?|on))(?![\\p{L}’]))',
};
