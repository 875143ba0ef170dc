import { Hono } from 'hono';
import type { Services } from '../../services.ts';
import { type HttpEnv, requestLog } from '../context.ts';
import { limitBody } from '../edge/limit-body.ts';

const MAX_BODY = 512 * 1024;

/**
 * Receives the signed events of a payment provider: 200 once they are stored (or known, or not for us), 400 for a forged
 * or stale one. A job processes them later.
 */
export function createPaymentWebhook(
  services: Pick<Services, 'config' | 'payments' | 'receivePaymentEvent'>,
  provider: string,
) {
  const { gateway } = services.payments.providers.get(provider);
  const app = new Hono<HttpEnv>();
  app.use(limitBody({ maxSize: MAX_BODY, seconds: services.config.requests.bodySeconds }));
  app.post('/', async (c) => {
    // The signature covers the raw bytes.
    const raw = Buffer.from(await c.req.arrayBuffer());
    const event = gateway.verifyEvent(raw, (name) => c.req.header(name));
    const outcome = await services.receivePaymentEvent(provider, event);
    requestLog(c).info({ provider, event: event.type, outcome }, 'payment event');
    return c.json({ received: true });
  });
  return app;
}
