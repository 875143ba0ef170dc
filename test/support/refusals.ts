import { translator } from '#src/i18n/i18n.ts';
import { authErrorMessage } from '#src/web/session/auth-error-message.ts';

/** A refusal as a user sees it: the SDK's code, and the page's messages in English and in French. */
export type Refusal = [code: string, english: string, french: string];

/** The refusal of an SDK call. Throws when the call succeeds. */
export async function seen(call: Promise<unknown>): Promise<Refusal> {
  try {
    await call;
  } catch (error) {
    return [
      (error as { code: string }).code,
      authErrorMessage(error, translator('en')),
      authErrorMessage(error, translator('fr')),
    ];
  }
  throw new Error('It was not refused.');
}

export const WRONG: Refusal = [
  'auth/invalid-credential',
  'Wrong email or password.',
  'Adresse e-mail ou mot de passe incorrect.',
];
export const USED: Refusal = [
  'auth/invalid-action-code',
  'This link has already been used or is incomplete. Ask for a new one.',
  'Ce lien a déjà servi ou est incomplet. Demandez-en un nouveau.',
];
export const EXPIRED: Refusal = [
  'auth/expired-action-code',
  'This link has expired. Ask for a new one.',
  'Ce lien a expiré. Demandez-en un nouveau.',
];
export const ENDED: Refusal = [
  'auth/user-token-expired',
  'Your session has ended. Sign in again.',
  'Votre session a pris fin. Reconnectez-vous.',
];
export const OLD_SIGN_IN: Refusal = [
  'auth/requires-recent-login',
  'For your safety, sign in again before you change this.',
  'Par sécurité, reconnectez-vous avant de faire cette modification.',
];
export const TAKEN: Refusal = [
  'auth/email-already-in-use',
  'An account with this email already exists. Sign in instead.',
  'Un compte existe déjà avec cette adresse. Connectez-vous.',
];
export const SHORT: Refusal = [
  'auth/weak-password',
  'The password is too short: use at least 6 characters.',
  'Mot de passe trop court\u00a0: il faut au moins 6 caractères.',
];
export const EASY: Refusal = [
  'auth/password-does-not-meet-requirements',
  'This password is too easy to guess. Choose another one.',
  'Ce mot de passe est trop facile à deviner. Choisissez-en un autre.',
];
export const NO_ADDRESS: Refusal = [
  'auth/invalid-email',
  'This doesn’t look like an email address.',
  'Cette adresse e-mail ne semble pas valide.',
];
export const ELSEWHERE: Refusal = [
  'auth/unauthorized-continue-uri',
  'Sign-in isn’t allowed from this address.',
  'La connexion n’est pas autorisée depuis cette adresse.',
];
export const MANY: Refusal = [
  'auth/too-many-requests',
  'Too many attempts. Wait a few minutes and try again.',
  'Trop de tentatives. Patientez quelques minutes avant de réessayer.',
];
export const OTHER_PERSON: Refusal = [
  'auth/user-mismatch',
  'That isn’t the account you are signed in with.',
  'Ce n’est pas le compte avec lequel vous êtes connecté.',
];
export const OTHER_SITE: Refusal = [
  'auth/tenant-id-mismatch',
  'This account belongs to another site.',
  'Ce compte appartient à un autre site.',
];
