import { createHash } from 'node:crypto';

/** True when the claim is the nonce itself or, as some client libraries send it, its SHA-256 in hexadecimal digits. */
export function hashesTo(nonce: string | undefined, claim: unknown): boolean {
  return nonce !== undefined && (claim === nonce || claim === createHash('sha256').update(nonce).digest('hex'));
}
