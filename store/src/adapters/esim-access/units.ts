import { minorDigits } from '../../shared/money.ts';

/** The vendor's amounts are whole numbers of 10,000ths of a unit. */
const PARTS = 10_000;
const MB = 1_048_576;

/** The balance and the orders are in US dollars. */
export const CURRENCY = 'USD';

/** The parts of one cent, or of the smallest unit of another currency. */
const partsOf = (currency: string) => PARTS / 10 ** minorDigits(currency);

/** A price in cents (the smallest unit of its currency), rounded up, because it is a cost. */
export const centsUp = (amount: number, currency: string): number => Math.ceil(amount / partsOf(currency));

/** A balance in cents, rounded down. */
export const centsDown = (amount: number, currency: string): number => Math.floor(amount / partsOf(currency));

/** Bytes in MB of 1,024 KB, rounded down: less is promised than sold, never more. */
export const megabytes = (bytes: number): number => Math.floor(bytes / MB);
