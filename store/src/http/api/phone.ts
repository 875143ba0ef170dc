import type { Services } from '../../services.ts';
import { newApi } from './new-api.ts';
import { phone as routes } from './routes/phone.ts';

/** The settings of the form for a phone number. */
export function createPhoneRoutes({ config }: Pick<Services, 'config'>) {
  const api = newApi();
  api.openapi(routes.list, (c) => c.json({ countries: [...config.sms.countries].toSorted() }, 200));
  return api;
}
