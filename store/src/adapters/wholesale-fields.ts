import * as z from 'zod';
import type { WholesaleSim } from '../modules/fulfilment/wholesaler.ts';

/* Fields of wholesalers' answers. Numbers may be text. */

export const number = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .pipe(z.number().finite());
export const count = number.pipe(z.number().int().min(0).max(1_000_000_000));
/** The JSON of a message; undefined for anything else. */
export function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
/** Text that PostgreSQL can store: without NUL and lone surrogates. */
const storable = z.string().refine((value) => value.isWellFormed() && !value.includes('\0'));
export const identifier = z.union([z.number().int().transform(String), storable.min(1).max(200)]);
export const text = storable.max(2000);

/** An ICCID as wholesalers send it. The check digit is not verified, because it is not always right (ITU-T E.118). */
export const iccid = z.string().regex(/^89\d{16,18}$/);

/**
 * The text of a QR code (SGP.22, 4.1): `LPA:1$SM-DP+ host$matching id`, optionally with more fields. The values to type
 * are taken from it, so that both ways install the same profile.
 */
export const installCodes = z
  .string()
  .max(500)
  .regex(/^LPA:1\$[A-Za-z0-9.-]+\$[A-Za-z0-9-]+(\$[A-Za-z0-9.$]*)?$/i)
  .transform((lpa): Pick<WholesaleSim, 'smdpAddress' | 'activationCode' | 'lpa'> => {
    const [, smdpAddress = '', activationCode = ''] = lpa.split('$');
    return { smdpAddress, activationCode, lpa: `LPA:${lpa.slice('LPA:'.length)}` };
  });
