/** The working name of the product: rename it here and replace the mark in `src/ui/logo.tsx`. Nothing else knows it. */
export const BRAND = 'Cairn';

/** The four profiles of the footer: the networks' front doors until the product has accounts of its own there. */
export const SOCIAL_PROFILES = [
  { network: 'Facebook', url: 'https://www.facebook.com/' },
  { network: 'Instagram', url: 'https://www.instagram.com/' },
  { network: 'X', url: 'https://x.com/' },
  { network: 'YouTube', url: 'https://www.youtube.com/' },
] as const;
