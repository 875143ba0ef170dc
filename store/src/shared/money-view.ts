import * as z from 'zod';
import type { Currency } from './money.ts';

/** An amount in an answer of the API. */
export const MoneyView = z.strictObject({ amount: z.int(), currency: z.string() as unknown as z.ZodType<Currency> });
