import { createHash } from 'node:crypto';

/** True when the claim is the nonce, or its SHA-256 in hexadecimal, which some client libraries send. */
export function hashesTo(nonce: string | undefined, claim: unknown): boolean {
  return nonce !== undefined && (claim === nonce || claim === createHash('sha256').update(nonce).digest('hex'));
}
