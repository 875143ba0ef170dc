import { Hono } from 'hono';
import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import { type HttpEnv, requestLog } from '../context.ts';
import { limitBody } from '../edge/limit-body.ts';

/** A message has about twenty short fields. */
const MAX_BODY = 16 * 1024;

/**
 * Receives a wholesaler's messages: 200 for each that its adapter can read, also for one that changes nothing; 401 for one
 * whose signature is wrong, 400 for anything else. A message only makes the store look at an order or an eSIM sooner.
 */
export function createWholesalerWebhook(
  services: Pick<Services, 'config' | 'limits' | 'receiveHint' | 'wholesalers'>,
  name: string,
) {
  const { config, limits, receiveHint, wholesalers } = services;
  const app = new Hono<HttpEnv>();
  app.use(limitBody({ maxSize: MAX_BODY, seconds: config.requests.bodySeconds }));
  // A wholesaler may ask whether the address is there before it sends anything.
  app.get('/', (c, next) => (c.req.method === 'HEAD' ? Promise.resolve(c.body(null, 200)) : next()));
  app.post('/', async (c) => {
    await limits.consume({ 'hints-per-address': c.var.clientAddress });
    // A signature covers the bytes as they were sent.
    const body = Buffer.from(await c.req.arrayBuffer());
    const hint = wholesalers.find(name)?.readHint(body, (header) => c.req.header(header)) ?? null;
    if (hint === 'forged') {
      requestLog(c).warn({ wholesaler: name }, 'a message of a wholesaler has a wrong signature: refused');
      throw new AppError('forged-message');
    }
    if (hint === null) throw unreadable(body);
    const outcome = hint === 'nothing' ? 'nothing' : await receiveHint(name, hint);
    requestLog(c).info({ wholesaler: name, outcome }, 'wholesaler message');
    return c.json({ received: true });
  });
  return app;
}

function unreadable(body: Buffer): AppError {
  try {
    JSON.parse(body.toString('utf8'));
  } catch {
    return new AppError('invalid-json');
  }
  return new AppError('invalid-input', { message: 'this is no message of the wholesaler' });
}
