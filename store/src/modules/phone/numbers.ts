import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * `country` as ISO 3166; `prefix` is the number without its last four digits: the block that an operator assigns;
 * `takesTexts` is false for a landline.
 */
export type PhoneNumber = { e164: string; country: string; prefix: string; takesTexts: boolean };

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
 * The type of numbers that ring in a house and take no texts. Only where the plan of a country tells it from a mobile
 * number: in others (the United States, Canada, Mexico …) the type is FIXED_LINE_OR_MOBILE, and a text may arrive.
 */
const LANDLINE: NumberType = 'FIXED_LINE';

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
  const takesTexts = parsed.getType() !== LANDLINE;
  return { e164: parsed.number, country, prefix: parsed.number.slice(0, -4), takesTexts };
}
