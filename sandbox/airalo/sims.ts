import { randomInt } from 'node:crypto';

/** The SM-DP+ of the sandbox. The name does not resolve, so no phone can download a profile from it. */
export const SMDP = 'rsp.wholesale.example';

/** The first digits of its ICCIDs, those of 19 and of 20 digits. */
export const ISSUERS = ['8932042', '8985200'] as const;

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const group = (length: number) => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

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
