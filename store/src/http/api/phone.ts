import * as z from 'zod';
import type { Services } from '../../services.ts';
import { describeRoute, failures, json, newApi } from './describe.ts';

const PhoneCountries = z.strictObject({ countries: z.array(z.string()) });
export type PhoneCountries = z.infer<typeof PhoneCountries>;

const list = describeRoute({
  method: 'get',
  path: '/phone-countries',
  tags: ['account'],
  summary: 'The countries to whose numbers codes are sent',
  responses: { 200: json(PhoneCountries, 'ISO 3166, by two letters.'), ...failures },
});

/** The settings of the form for a phone number. */
export function createPhoneRoutes({ config }: Pick<Services, 'config'>) {
  const api = newApi();
  api.openapi(list, (c) => c.json({ countries: [...config.sms.countries].toSorted() }, 200));
  return api;
}
