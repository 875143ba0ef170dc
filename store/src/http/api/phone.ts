import type { Services } from '../../services.ts';
import { describeRoute, failures, json, newApi } from './describe.ts';
import { PhoneCountries } from './phone-views.ts';

const list = describeRoute({
  method: 'get',
  path: '/phone-countries',
  tags: ['account'],
  summary: 'The countries to which codes are sent',
  responses: { 200: json(PhoneCountries, 'ISO 3166, by two letters.'), ...failures },
});

/** The settings of the form for a phone number. */
export function createPhoneRoutes({ config }: Pick<Services, 'config'>) {
  const api = newApi();
  api.openapi(list, (c) => c.json({ countries: [...config.sms.countries].toSorted() }, 200));
  return api;
}
