import { createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal, type Ctx } from './wire.ts';

export type Credentials = { accessCode: string; secretKey: string };

const TOLERANCE_MS = 5 * 60_000;
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i;

/**
 * Refuses a call without the account's access code. A call may be signed: then its signature, timestamp and request id
 * must be right as well.
 */
export function checkHeaders(c: Ctx, body: string, { accessCode, secretKey }: Credentials): void {
  if (c.req.header('rt-accesscode') !== accessCode) throw new Refusal('000101');
  const signature = c.req.header('rt-signature');
  if (signature === undefined) return;
  const [timestamp, requestId] = [c.req.header('rt-timestamp'), c.req.header('rt-requestid')];
  if (!timestamp || !requestId) throw new Refusal('000101');
  if (!/^\d{13}$/.test(timestamp) || !UUID.test(requestId)) throw new Refusal('000102');
  if (Math.abs(Date.now() - Number(timestamp)) > TOLERANCE_MS) throw new Refusal('101001');
  const expected = createHmac('sha256', secretKey)
    .update(timestamp + requestId + accessCode + body)
    .digest('hex');
  if (!isEqual(signature, expected)) throw new Refusal('101003');
}

const isEqual = (left: string, right: string) =>
  left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
