import { PhoneCountries } from '../phone-views.ts';
import { describeRoute, failures, json } from './describe.ts';

export const phone = {
  list: describeRoute({
    method: 'get',
    path: '/phone-countries',
    tags: ['account'],
    summary: 'The countries to which codes are sent',
    responses: { 200: json(PhoneCountries, 'ISO 3166, by two letters.'), ...failures },
  }),
};
