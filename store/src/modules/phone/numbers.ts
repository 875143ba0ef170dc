import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** `country` as ISO 3166; `prefix` is the number without its last four digits: the block that an operator assigns. */
export type PhoneNumber = { e164: string; country: string; prefix: string };

/** Kinds that no person receives a code on, or that earn money for whoever owns them. */
const REFUSED_TYPES = new Set<NumberType>([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'UAN',
  'PAGER',
  'VOICEMAIL',
  'PERSONAL_NUMBER',
]);

/**
 * Reads a number in the international form, with or without blanks; null for anything else. A possible number is enough, as
 * libphonenumber advises: number plans change faster than their lists. One that no plan knows counts for the first country of its code.
 */
export function readNumber(text: string): PhoneNumber | null {
  const parsed = parsePhoneNumberFromString(text.trim(), { extract: false });
  if (!parsed || parsed.ext !== undefined || !parsed.isPossible() || REFUSED_TYPES.has(parsed.getType())) return null;
  const country = parsed.country ?? parsed.getPossibleCountries()[0];
  // Satellite phones and the like: they have no country, and their texts cost the most.
  if (country === undefined) return null;
  return { e164: parsed.number, country, prefix: parsed.number.slice(0, -4) };
}
