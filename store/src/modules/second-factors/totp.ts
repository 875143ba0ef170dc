import { Secret, TOTP } from 'otpauth';

/** The defaults of authenticator apps, so that apps that ignore the parameters work as well (RFC 6238). */
export const TOTP_PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 };

/** The accepted clock difference of a phone, in steps, in both directions. */
const DRIFT = 1;

/** 160 random bits in base 32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The time step (counted from 1970) of this code, at most one from now; null for any other text. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null;
  const totp = new TOTP({ ...TOTP_PARAMETERS, secret: Secret.fromBase32(secret) });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: DRIFT });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
