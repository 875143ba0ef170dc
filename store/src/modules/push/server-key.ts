import { createECDH, hkdfSync } from 'node:crypto';
import { fingerprintOf } from '../../db/vault.ts';

/** Our key pair towards push services (VAPID, RFC 8292), in base64url. */
export type ServerKey = {
  publicKey: string;
  privateKey: string;
  /** Names the pair in rows, without revealing it. */
  fingerprint: string;
};

/** The purpose of the sealed key from which the pair of a database is derived. */
export const SERVER_KEY = 'push';

/** The order of the group P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The pair of a private key of P-256: 32 bytes in base64url. */
export function serverKeyFrom(privateKey: string): ServerKey {
  const pair = createECDH('prime256v1');
  const bytes = Buffer.from(privateKey, 'base64url');
  pair.setPrivateKey(bytes);
  const publicKey = pair.getPublicKey();
  return {
    publicKey: publicKey.toString('base64url'),
    privateKey: bytes.toString('base64url'),
    fingerprint: fingerprintOf(publicKey).slice(0, 16),
  };
}

/** The pair of this database, derived from its sealed key (FIPS 186-5, A.2.1: 16 bytes more than the group has). */
export function serverKeyOf(sealedKey: Buffer): ServerKey {
  const wide = Buffer.from(hkdfSync('sha256', sealedKey, '', 'push server key', 48));
  const scalar = (BigInt(`0x${wide.toString('hex')}`) % (ORDER - 1n)) + 1n;
  return serverKeyFrom(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').toString('base64url'));
}

/** True for the public key of a browser: an uncompressed point on P-256. */
export function isPoint(p256dh: string): boolean {
  const bytes = Buffer.from(p256dh, 'base64url');
  if (bytes.length !== 65 || bytes[0] !== 4) return false;
  try {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    pair.computeSecret(bytes);
    return true;
  } catch {
    return false;
  }
}
