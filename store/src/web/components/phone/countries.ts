import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js';
import { LANGUAGE_TAGS, type Locale } from '../../../shared/locale.ts';

export type Country = { code: CountryCode; name: string; calling: string };

/** The countries of a list with their names in a language, sorted by them. */
export function countriesIn(codes: readonly string[], locale: Locale): Country[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return codes
    .filter((code) => isSupportedCountry(code))
    .map((code) => ({ code, name: names.of(code) ?? code, calling: `+${getCountryCallingCode(code)}` }))
    .toSorted((a, b) => a.name.localeCompare(b.name, locale));
}

/** The initial country: from the browser's languages, otherwise the main country of this language. */
export function firstCountry(countries: readonly Country[], languages: readonly string[], locale: Locale): CountryCode {
  const regions = [
    ...languages.map((language) => /-([A-Z]{2})$/.exec(language)?.[1]),
    LANGUAGE_TAGS[locale].split('-')[1],
  ];
  const found = regions.find((region) => countries.some(({ code }) => code === region)) as CountryCode | undefined;
  return found ?? countries[0]?.code ?? 'FR';
}

/** Parses typed input as a number; null when it cannot be one. `country`: that of a number in international form. */
export function readTyped(
  text: string,
  country: CountryCode,
): { e164: string; national: string; country: CountryCode } | null {
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  if (!parsed?.isPossible()) return null;
  const found = parsed.country ?? (parsed.countryCallingCode === getCountryCallingCode(country) ? country : undefined);
  return found ? { e164: parsed.number, national: parsed.formatNational(), country: found } : null;
}

/** Masks the middle of a number, so that a bystander cannot read it: `+33 6 ·· ·· 00 00`. */
export function maskNumber(e164: string): string {
  const shown = parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
  const digits = shown.replaceAll(/\D/g, '').length;
  const calling = parsePhoneNumberFromString(e164)?.countryCallingCode.length ?? 2;
  let at = 0;
  return shown.replaceAll(/\d/g, (digit) => {
    at += 1;
    return at <= calling + 1 || at > digits - 4 ? digit : '·';
  });
}
