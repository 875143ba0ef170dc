import { randomInt } from 'node:crypto';

/** The SM-DP+ of the sandbox. The name does not resolve, so no phone can download a profile from it. */
export const SMDP = 'rsp.wholesale.example';

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const group = (length: number) => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

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

/** An unused ICCID of 19 or 20 digits: 89, a country code of 2 or 3 digits, issuer and account, check digit. */
export function newIccid(taken: (iccid: string) => boolean): string {
  for (;;) {
    const body = randomInt(2) === 0 ? `8932042${digits(11)}` : `8985200${digits(12)}`;
    const iccid = body + luhnDigit(body);
    if (!taken(iccid)) return iccid;
  }
}

/** A profile in the vendor's orders. */
export type VendorSim = ReturnType<typeof newSim>;

export function newSim(details: { id: number; iccid: string; createdAt: string; apn: string | null }) {
  const matchingId = [group(4), group(6), group(4), group(5)].join('-');
  const lpa = `LPA:1$${SMDP}$${matchingId}`;
  const apn = { apn_type: details.apn === null ? 'automatic' : 'manual', apn_value: details.apn };
  return {
    id: details.id,
    created_at: details.createdAt,
    iccid: details.iccid,
    lpa: SMDP,
    imsis: null,
    matching_id: matchingId,
    qrcode: lpa,
    qrcode_url: `https://wholesale.example/qr?id=${details.id}`,
    direct_apple_installation_url: `https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=${lpa}`,
    airalo_code: null,
    ...apn,
    is_roaming: true,
    confirmation_code: null,
    apn: { ios: apn, android: apn },
    msisdn: null,
  };
}
