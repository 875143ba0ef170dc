import { randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** `newId('pi')` → `pi_` and 24 letters and digits. The id of a Checkout Session is longer, as at Stripe. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;
}

/** Stripe's time: whole seconds since 1970. */
export function now(): number {
  return Math.floor(Date.now() / 1000);
}
