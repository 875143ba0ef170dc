import type Stripe from 'stripe';
import type { TestCard } from '../cards.ts';

type Raised = NonNullable<TestCard['raises']>;

/** The texts of the payment page. */
export interface Words {
  title: string;
  setupTitle: string;
  saveFor: string;
  save: string;
  saved: string;
  nothing: string;
  challengeSetup: string;
  payTo: string;
  back: string;
  email: string;
  cardNumber: string;
  expiry: string;
  expiryHint: string;
  cvc: string;
  name: string;
  pay: string;
  sandbox: string;
  sandboxNote: string;
  cards: string;
  anyDate: string;
  complete: string;
  expired: string;
  unknown: string;
  challengeTitle: string;
  challenge: string;
  challengeComplete: string;
  challengeFail: string;
  /** The effect of each test card. */
  card: Record<
    | 'pays'
    | 'challenge'
    | 'onceSetUp'
    | 'onlyAttaches'
    | 'declined'
    | 'insufficient'
    | 'refundFails'
    | 'refundWaits'
    | Raised,
    string
  >;
  /** By the reason in the page's URL (`?error=`). */
  errors: Record<ErrorCode, string>;
}

/** Why a payment failed: an invalid field, or the bank's decline code (else its code). */
export const ERROR_CODES = [
  'email_invalid',
  'incorrect_number',
  'invalid_expiry',
  'invalid_cvc',
  'name_missing',
  'generic_decline',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'test_mode_live_card',
  'payment_intent_authentication_failure',
  'setup_intent_authentication_failure',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

const en: Words = {
  title: 'Payment',
  setupTitle: 'Save a card',
  saveFor: 'Save a card for {{merchant}}',
  save: 'Save card',
  saved: 'This card is saved.',
  nothing: 'Nothing is charged.',
  challengeSetup: 'Your bank asks you to confirm this card for {{merchant}}.',
  payTo: 'Pay {{merchant}}',
  back: 'Back to {{merchant}}',
  email: 'Email',
  cardNumber: 'Card number',
  expiry: 'Expiry',
  expiryHint: 'MM / YY',
  cvc: 'Security code (CVC)',
  name: 'Cardholder name',
  pay: 'Pay {{amount}}',
  sandbox: 'Sandbox',
  sandboxNote: 'No money moves here. Pay with a test card.',
  cards: 'Test cards',
  anyDate: 'Any future date and any security code of 3 digits (4 for American Express).',
  complete: 'This payment is complete.',
  expired: 'This payment page has expired. Nothing was charged.',
  unknown: 'There is no such payment page.',
  challengeTitle: '3-D Secure',
  challenge: 'Your bank asks you to confirm this payment of {{amount}} to {{merchant}}.',
  challengeComplete: 'Complete',
  challengeFail: 'Fail',
  card: {
    pays: 'pays',
    challenge: 'asks for 3-D Secure, for each payment',
    onceSetUp: 'asks for 3-D Secure until it is saved',
    onlyAttaches: 'can be saved; payments are declined',
    declined: 'is declined',
    insufficient: 'has insufficient funds',
    refundFails: 'pays; a refund fails later',
    refundWaits: 'pays; a refund takes a moment',
    fraudulent: 'pays; disputed as fraud',
    product_not_received: 'pays; disputed as not received',
    inquiry: 'pays; an inquiry follows',
    fraud_warning: 'pays; a fraud warning follows',
  },
  errors: {
    email_invalid: 'Enter a valid email address.',
    incorrect_number: 'Your card number is incorrect.',
    invalid_expiry: "Your card's expiry date is incomplete or in the past.",
    invalid_cvc: "Your card's security code is incomplete.",
    name_missing: 'Enter the name on your card.',
    generic_decline: 'Your card was declined. Try another card.',
    insufficient_funds: 'Your card has insufficient funds. Try another card.',
    expired_card: 'Your card has expired. Try another card.',
    incorrect_cvc: "Your card's security code is incorrect.",
    processing_error: 'An error occurred while processing your card. Try again in a little while.',
    test_mode_live_card: 'Your card was declined: this is the sandbox, which only takes test cards.',
    payment_intent_authentication_failure: 'We could not authenticate your card. Try again or use another card.',
    setup_intent_authentication_failure: 'We could not authenticate your card. Try again or use another card.',
  },
};

const fr: Words = {
  title: 'Paiement',
  setupTitle: 'Enregistrer une carte',
  saveFor: 'Enregistrer une carte pour {{merchant}}',
  save: 'Enregistrer la carte',
  saved: 'Cette carte est enregistrée.',
  nothing: 'Rien n’est débité.',
  challengeSetup: 'Votre banque vous demande de confirmer cette carte pour {{merchant}}.',
  payTo: 'Payer {{merchant}}',
  back: 'Retour vers {{merchant}}',
  email: 'E-mail',
  cardNumber: 'Numéro de carte',
  expiry: 'Date d’expiration',
  expiryHint: 'MM / AA',
  cvc: 'Code de sécurité (CVC)',
  name: 'Nom du titulaire de la carte',
  pay: 'Payer {{amount}}',
  sandbox: 'Bac à sable',
  sandboxNote: 'Aucun argent ne circule ici. Payez avec une carte de test.',
  cards: 'Cartes de test',
  anyDate: 'N’importe quelle date à venir et n’importe quel code de sécurité à 3 chiffres (4 pour American Express).',
  complete: 'Ce paiement est terminé.',
  expired: 'Cette page de paiement a expiré. Rien n’a été débité.',
  unknown: 'Cette page de paiement n’existe pas.',
  challengeTitle: '3-D Secure',
  challenge: 'Votre banque vous demande de confirmer ce paiement de {{amount}} à {{merchant}}.',
  challengeComplete: 'Confirmer',
  challengeFail: 'Refuser',
  card: {
    pays: 'paiement accepté',
    challenge: 'demande 3-D Secure à chaque paiement',
    onceSetUp: 'demande 3-D Secure tant qu’elle n’est pas enregistrée',
    onlyAttaches: 's’enregistre, mais les paiements sont refusés',
    declined: 'paiement refusé',
    insufficient: 'solde insuffisant',
    refundFails: 'accepté, mais le remboursement échoue ensuite',
    refundWaits: 'accepté, mais le remboursement prend un moment',
    fraudulent: 'accepté, puis contesté pour fraude',
    product_not_received: 'accepté, puis contesté\u00a0: produit non reçu',
    inquiry: 'accepté, puis demande d’information',
    fraud_warning: 'accepté, puis alerte de fraude',
  },
  errors: {
    email_invalid: 'Saisissez une adresse e-mail valide.',
    incorrect_number: 'Votre numéro de carte est incorrect.',
    invalid_expiry: 'La date d’expiration de votre carte est incomplète ou passée.',
    invalid_cvc: 'Le code de sécurité de votre carte est incomplet.',
    name_missing: 'Saisissez le nom inscrit sur votre carte.',
    generic_decline: 'Votre carte a été refusée. Essayez avec une autre carte.',
    insufficient_funds: 'Le solde de votre carte est insuffisant. Essayez avec une autre carte.',
    expired_card: 'Votre carte a expiré. Essayez avec une autre carte.',
    incorrect_cvc: 'Le code de sécurité de votre carte est incorrect.',
    processing_error: 'Une erreur est survenue lors du traitement de votre carte. Réessayez dans un instant.',
    test_mode_live_card: 'Votre carte a été refusée\u202f: le bac à sable n’accepte que les cartes de test.',
    payment_intent_authentication_failure:
      'Nous n’avons pas pu authentifier votre carte. Réessayez ou utilisez une autre carte.',
    setup_intent_authentication_failure:
      'Nous n’avons pas pu authentifier votre carte. Réessayez ou utilisez une autre carte.',
  },
};

/** The page's language: the session's, else the browser's preferred one. */
export function languageOf(
  session: Stripe.Checkout.Session | undefined,
  acceptLanguage: string | undefined,
): 'en' | 'fr' {
  const wanted = session?.locale && session.locale !== 'auto' ? session.locale : (acceptLanguage ?? '').trim();
  return wanted.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}

/** Fills in the placeholders `{{name}}`. */
export function fill(sentence: string, values: Record<string, string>): string {
  return sentence.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

export const WORDS: Readonly<Record<'en' | 'fr', Words>> = { en, fr };
