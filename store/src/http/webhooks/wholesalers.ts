import { Hono } from 'hono';
import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import { type HttpEnv, requestLog } from '../context.ts';
import { limitBody } from '../edge/limit-body.ts';

/** A message has about twenty short fields. */
const MAX_BODY = 16 * 1024;

/**
 * Receives a wholesaler's messages, which are not signed: 200 for each that its adapter can read, also for one that changes
 * nothing; 400 for anything else. A message only makes the store look at an order sooner.
 */
export function createWholesalerWebhook(
  services: Pick<Services, 'config' | 'limits' | 'receiveHint' | 'wholesalers'>,
  name: string,
) {
  const { config, limits, receiveHint, wholesalers } = services;
  const app = new Hono<HttpEnv>();
  app.use(limitBody({ maxSize: MAX_BODY, seconds: config.requests.bodySeconds }));
  app.post('/', async (c) => {
    await limits.consume({ 'hints-per-address': c.var.clientAddress });
    const body: unknown = await c.req.json().catch(() => {
      throw new AppError('invalid-json');
    });
    const hint = wholesalers.find(name)?.readHint(body) ?? null;
    if (hint === null) throw new AppError('invalid-input', { message: 'this is no message of the wholesaler' });
    const outcome = hint === 'nothing' ? 'nothing' : await receiveHint(name, hint);
    requestLog(c).info({ wholesaler: name, outcome }, 'wholesaler message');
    return c.json({ received: true });
  });
  return app;
}
