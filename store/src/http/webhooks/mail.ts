import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Hono } from 'hono';
import type { Services } from '../../services.ts';
import { AppError } from '../../shared/errors.ts';
import { type HttpEnv, requestLog } from '../context.ts';
import type { Uploads } from '../edge/uploads.ts';
import { signedBodyHash } from './mail-signature.ts';

const MAX_RECIPIENTS = 50;

/**
 * Receives mails for the addresses of tickets, raw (`message/rfc822`) and signed by the delivering server
 * (docs/operations.md). 204 for every processed mail, also for one without a ticket, which is dropped: an answer would
 * go to an address that the sender can forge. 400 for a forged or stale request; 429 and 503 ask for a retry.
 */
export function createMailWebhook(services: Pick<Services, 'config' | 'receiveMail'>, { mail }: Pick<Uploads, 'mail'>) {
  const { config, receiveMail } = services;
  const app = new Hono<HttpEnv>();
  let dropped = 0;
  app.post('/', async (c) => {
    const { inbound } = config.support;
    if (!inbound || !receiveMail) throw new AppError('not-found');
    const recipient = c.req.header('mail-recipient');
    const bodyHash = signedBodyHash({ signature: c.req.header('mail-signature'), recipient }, inbound.secret);
    if (bodyHash === null) throw new AppError('invalid-signature');
    const recipients = (recipient ?? '').split(',', MAX_RECIPIENTS).map((each) => each.trim());
    const received = await mail.receive(c.env.incoming as IncomingMessage, async (raw) => {
      if (hash('sha256', raw, 'hex') !== bodyHash) throw new AppError('invalid-signature');
      const outcome = await receiveMail({ raw, recipients: recipients.filter((each) => each !== '') });
      return { outcome, bytes: raw.length };
    });
    const isUnknown = received.outcome === 'unknown';
    if (isUnknown) dropped += 1;
    requestLog(c).info({ ...received, ...(isUnknown && { dropped }) }, 'mail received');
    return c.body(null, 204);
  });
  return app;
}
