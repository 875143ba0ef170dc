import * as z from 'zod';
import type { Currency } from './money.ts';

/** An amount in an answer of the API. */
export const MoneyView = z.strictObject({ amount: z.int(), currency: z.string() as unknown as z.ZodType<Currency> });

/** The tax inside the price of a line: the state that taxes the sale, its rate (25.5 for 25.5 %) and the amount. */
export const TaxView = z.strictObject({ country: z.string(), ratePercent: z.number(), amount: MoneyView });
