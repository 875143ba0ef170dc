import type { Locale } from './locale.ts';

/**
 * The version of the text with which a buyer asks at the checkout that a plan begins during the 14 days in which they can
 * withdraw, and agrees to pay for the part that was used then (article 16(a) of Directive 2011/83/EU). A changed text
 * (`consent.begin` of each language) gets the next number.
 */
export const CONSENT_VERSION = 1;

/** The name of its box in forms. The value is the version. */
export const BEGIN = 'begin';

/** A buyer's consent as an order keeps it: the text, when it was given, and the language in which it was read. */
export type BeginConsent = { version: number; at: string; locale: Locale };
