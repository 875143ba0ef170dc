import { Hono } from 'hono';
import type { Services } from '../../services.ts';
import { type HttpEnv, requestLog } from '../context.ts';
import { limitBody } from '../limit-body.ts';

const MAX_BODY = 512 * 1024;

/**
 * Receives signed events: 200 once they are stored (or known, or not for us), 400 for a forged or stale one. A job
 * processes them later.
 */
export function createStripeWebhook(services: Pick<Services, 'config' | 'payments' | 'receivePaymentEvent'>) {
  const app = new Hono<HttpEnv>();
  app.use(limitBody({ maxSize: MAX_BODY, seconds: services.config.requests.bodySeconds }));
  app.post('/', async (c) => {
    // The signature covers the raw bytes.
    const raw = Buffer.from(await c.req.arrayBuffer());
    const event = services.payments.gateway.verifyEvent(raw, c.req.header('stripe-signature'));
    const outcome = await services.receivePaymentEvent(event);
    requestLog(c).info({ event: event.type, outcome }, 'payment event');
    return c.json({ received: true });
  });
  return app;
}
