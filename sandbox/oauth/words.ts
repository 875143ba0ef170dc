import type { ProviderName } from './people.ts';

export type Language = 'en' | 'fr';

export const PROVIDER_NAMES: Readonly<Record<ProviderName, string>> = { google: 'Google', facebook: 'Facebook' };

const en = {
  title: 'Continue with {{provider}}',
  sandbox: 'Sandbox',
  note: 'This is not {{provider}}: choose who you want to be.',
  people: 'People with an account',
  unverified: 'address not verified',
  another: 'Somebody else',
  name: 'Name',
  email: 'Email',
  verified: 'The address is verified',
  submit: 'Continue',
  cancel: 'Cancel',
  invalid: 'Enter a name and a valid email address.',
  gone: 'This sign-in is over. Close the window and start again.',
};

export type Words = typeof en;

const fr: Words = {
  title: 'Continuer avec {{provider}}',
  sandbox: 'Bac à sable',
  note: 'Ce n’est pas {{provider}}\u202f: choisissez qui vous voulez être.',
  people: 'Personnes qui ont un compte',
  unverified: 'adresse non vérifiée',
  another: 'Quelqu’un d’autre',
  name: 'Nom',
  email: 'E-mail',
  verified: 'L’adresse est vérifiée',
  submit: 'Continuer',
  cancel: 'Annuler',
  invalid: 'Saisissez un nom et une adresse e-mail valide.',
  gone: 'Cette connexion est terminée. Fermez la fenêtre et recommencez.',
};

export const WORDS: Readonly<Record<Language, Words>> = { en, fr };

/** The requested language (`hl`, `locale`, `ui_locales`), else the browser's first language. */
export function languageOf(asked: string | undefined, acceptLanguage: string | undefined): Language {
  return (asked || acceptLanguage || '').trim().toLowerCase().startsWith('fr') ? 'fr' : 'en';
}

export function fill(sentence: string, provider: ProviderName): string {
  return sentence.replaceAll('{{provider}}', PROVIDER_NAMES[provider]);
}
