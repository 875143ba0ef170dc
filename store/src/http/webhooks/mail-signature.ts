import { createHmac, timingSafeEqual } from 'node:crypto';

/** Accepted clock difference to the delivering server; limits replay of a copied request. */
const WINDOW_SECONDS = 300;

const FORMAT = /^t=(\d{1,12}),sha256=([0-9a-f]{64}),v1=([0-9a-f]{64})$/;

/**
 * Verifies the header `Mail-Signature: t=<Unix seconds>,sha256=<of the body>,v1=<HMAC>`, all in hex, where the
 * HMAC-SHA256 is over `<t>.<sha256>.<Mail-Recipient as sent>` with the secret. Returns the hash that the body must
 * have, or null. So a forged request is refused before its body, which may be large, is read.
 */
export function signedBodyHash(
  { signature = '', recipient = '' }: { signature: string | undefined; recipient: string | undefined },
  secret: string,
  now = Date.now(),
): string | null {
  const [, time = '', bodyHash = '', given = ''] = FORMAT.exec(signature) ?? [];
  const expected = createHmac('sha256', secret).update(`${time}.${bodyHash}.${recipient}`).digest();
  const actual = Buffer.from(given, 'hex');
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return null;
  return Math.abs(now / 1000 - Number(time)) <= WINDOW_SECONDS ? bodyHash : null;
}
