import type { Services } from '../../services.ts';
import type { HttpEnv } from '../context.ts';
import { limitBody } from '../edge/limit-body.ts';
import { readOrderSecret } from '../cookies/order-cookie.ts';
import { accountOf } from './caller.ts';
import { newApi } from './new-api.ts';
import { tickets as routes } from './routes/tickets.ts';

/** A message of 5,000 characters; JSON may encode each as six bytes. */
const BODY_LIMIT = 64 * 1024;

/**
 * Handles the contact form. The flow validates the fields and applies limits, because the form without script uses it
 * too.
 */
export function createTicketRoutes(services: Services) {
  const api = newApi();
  api.use('/tickets', limitBody<HttpEnv>({ maxSize: BODY_LIMIT, seconds: services.config.requests.bodySeconds }));
  api.openapi(routes.open, async (c) => {
    const account = await accountOf(c, services);
    const { formKey, locale, ...form } = c.req.valid('json');
    const { number } = await services.openTicket({
      form,
      formKey,
      locale,
      clientAddress: c.var.clientAddress,
      account,
      heldSecret: (orderId) => readOrderSecret(c, orderId, services.config),
    });
    return c.json({ number }, 201);
  });
  return api;
}
