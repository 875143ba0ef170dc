import * as z from 'zod';
import { isEmail } from '../../shared/email.ts';

/** Time-out of one call to a provider, in seconds. */
export const CALL_SECONDS = 10;

/** The form of a stored identifier; Google's and Facebook's have about 20 digits. */
export const rawId = z.string().regex(/^[\w.-]{1,128}$/);

/** Lower case, as accounts store addresses; an invalid address counts as missing. */
export const address = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' && isEmail(value) ? value.trim().toLowerCase() : null));

/** PostgreSQL accepts neither NUL nor a lone surrogate. */
export const personName = z
  .unknown()
  .optional()
  .transform((value) =>
    typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
      ? value.trim().slice(0, 256) || null
      : null,
  );

export const webAddress = z
  .unknown()
  .optional()
  .transform((value) =>
    typeof value === 'string' && value.length <= 2_048 && /^https?:/.test(URL.parse(value)?.protocol ?? '')
      ? value
      : null,
  );
