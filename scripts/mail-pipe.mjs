#!/usr/bin/env node
/**
 * Posts one mail to /webhooks/mail: reads it from standard input, signs it, and exits with the codes of sysexits.h that
 * mail servers know: 0 accepted, 75 try again later, 69 refused permanently. docs/operations.md describes the setup.
 *
 *   node scripts/mail-pipe.mjs RECIPIENT… < mail
 *
 * Environment: INBOUND_MAIL_SECRET, and PUBLIC_URL of the store.
 */
import { createHash, createHmac } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

const TRY_LATER = 75;
const REFUSED = 69;

const { INBOUND_MAIL_SECRET: secret = '', PUBLIC_URL: store = '' } = process.env;
const recipient = process.argv.slice(2).join(', ');
const body = await buffer(process.stdin);
const time = Math.floor(Date.now() / 1000);
const sha256 = createHash('sha256').update(body).digest('hex');
const v1 = createHmac('sha256', secret).update(`${time}.${sha256}.${recipient}`).digest('hex');
try {
  const { status } = await fetch(new URL('/webhooks/mail', store), {
    method: 'POST',
    headers: {
      'content-type': 'message/rfc822',
      'mail-recipient': recipient,
      'mail-signature': `t=${time},sha256=${sha256},v1=${v1}`,
    },
    body,
  });
  const isTemporary = status >= 500 || status === 408 || status === 429;
  process.exitCode = status < 300 ? 0 : isTemporary ? TRY_LATER : REFUSED;
} catch {
  process.exitCode = TRY_LATER;
}
