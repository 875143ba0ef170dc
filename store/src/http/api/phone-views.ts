import * as z from 'zod';

/** ISO 3166, by two letters. */
export const PhoneCountries = z.strictObject({ countries: z.array(z.string()) });
export type PhoneCountries = z.infer<typeof PhoneCountries>;
