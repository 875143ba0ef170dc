import { DEFAULT_CURRENCY, money, type Money } from '#src/shared/money.ts';

/** US dollars from whole cents. */
export const usd = (cents: number): Money => money(cents, DEFAULT_CURRENCY);
