import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** `country` as ISO 3166; `prefix` is the number without its last four digits: the block that an operator assigns. */
export type PhoneNumber = { e164: string; country: string; prefix: string };

/** Number types without a person at the other end, or with revenue for their owner (premium-rate fraud). */
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
 * Parses a number in international form, with or without spaces; null for anything else. A possible number is enough,
 * as libphonenumber advises, because number plans change faster than its data. A number in no plan counts for the main
 * country of its code.
 */
export function readNumber(text: string): PhoneNumber | null {
  const parsed = parsePhoneNumberFromString(text.trim(), { extract: false });
  if (!parsed || parsed.ext !== undefined || !parsed.isPossible() || REFUSED_TYPES.has(parsed.getType())) return null;
  const country = parsed.country ?? parsed.getPossibleCountries()[0];
  // Satellite phones and similar: they have no country, and their texts cost the most.
  if (country === undefined) return null;
  return { e164: parsed.number, country, prefix: parsed.number.slice(0, -4) };
}
