import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { BlockingHook } from '../modules/identity/blocking-hook.ts';
import { createSlots } from '../shared/slots.ts';

const TIMEOUT_MS = 7_000;
/** Maximum concurrent calls of one process to the endpoint. */
const MAX_AT_ONCE = 100;
const MAX_BYTES = 4_096;

const answerOf = z.object({
  allow: z.boolean(),
  reason: z
    .string()
    .regex(/^[a-z0-9-]{1,60}$/)
    .optional(),
});

/**
 * The merchant's endpoint over HTTP: a POST of JSON with `Cairn-Signature: t=SECONDS,v1=HEX`, the HMAC-SHA256 of
 * "SECONDS.BODY" with the shared secret. Follows no redirect and reads at most 4 KB.
 */
export function createBlockingHook(options: { url: URL; secret: string; timeoutMs?: number }): BlockingHook {
  const { url, secret, timeoutMs = TIMEOUT_MS } = options;
  const inSlot = createSlots(MAX_AT_ONCE, 0);
  return (question) =>
    inSlot(async () => {
      const body = JSON.stringify(question);
      const time = Math.floor(Date.now() / 1000);
      const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        headers: { 'content-type': 'application/json', 'cairn-signature': `t=${time},v1=${signature}` },
        body,
      });
      const text = await readText(response);
      if (response.status !== 200) throw new Error(`the blocking endpoint answered ${response.status}`);
      return answerOf.parse(JSON.parse(text));
    });
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('the answer of the blocking endpoint is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
