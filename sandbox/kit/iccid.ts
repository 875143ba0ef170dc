import { randomInt } from 'node:crypto';

export const randomDigits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

/** The Luhn check digit (ISO/IEC 7812-1) for `body`. */
export function luhnDigit(body: string): string {
  let total = 0;
  for (let i = 0; i < body.length; i += 1) {
    const digit = Number(body[body.length - 1 - i]);
    const weighted = i % 2 === 0 ? digit * 2 : digit;
    total += weighted > 9 ? weighted - 9 : weighted;
  }
  return String((10 - (total % 10)) % 10);
}

/**
 * An unused ICCID of 19 or 20 digits: 89, a country code of 2 or 3 digits, issuer and account, check digit. `issuers` are
 * its first seven digits.
 */
export function newIccid(issuers: readonly [of19: string, of20: string], taken: (iccid: string) => boolean): string {
  for (;;) {
    const body = randomInt(2) === 0 ? issuers[0] + randomDigits(11) : issuers[1] + randomDigits(12);
    const iccid = body + luhnDigit(body);
    if (!taken(iccid)) return iccid;
  }
}
