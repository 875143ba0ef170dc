import { Hono } from 'hono';
import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import { type HttpEnv, requestLog } from '../context.ts';
import { limitBody } from '../edge/limit-body.ts';

/** A report has about twenty short fields. */
const MAX_BODY = 16 * 1024;

/** Receives status reports of the SMS vendor: 204, or 400 for a forged report. */
export function createSmsWebhook({ config, phone }: Pick<Services, 'config' | 'phone'>) {
  const app = new Hono<HttpEnv>();
  app.use(limitBody({ maxSize: MAX_BODY, seconds: config.requests.bodySeconds }));
  app.post('/', async (c) => {
    if (!phone.isOffered) throw new AppError('not-found');
    const outcome = await phone.receiveReport({
      query: new URL(c.req.url).search,
      form: new URLSearchParams(await c.req.text()),
      signature: c.req.header('x-twilio-signature'),
    });
    if (outcome === 'forged') throw new AppError('invalid-signature');
    requestLog(c).info({ outcome }, 'text report');
    return c.body(null, 204);
  });
  return app;
}
