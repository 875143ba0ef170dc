import { createECDH } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isPoint, serverKeyFrom, serverKeyOf } from './server-key.ts';

describe('the key towards push services', () => {
  it('of a database is a pair of P-256, the same each time, and another one for another database', () => {
    const key = serverKeyOf(Buffer.alloc(32, 1));
    expect(serverKeyOf(Buffer.alloc(32, 1))).toEqual(key);
    expect(serverKeyOf(Buffer.alloc(32, 2)).publicKey).not.toBe(key.publicKey);
    expect(Buffer.from(key.publicKey, 'base64url')).toHaveLength(65);
    expect(Buffer.from(key.privateKey, 'base64url')).toHaveLength(32);
    expect(serverKeyFrom(key.privateKey)).toEqual(key);
  });

  it('of a browser must be a point of the curve', () => {
    const pair = createECDH('prime256v1');
    const point = pair.generateKeys();
    expect(isPoint(point.toString('base64url'))).toBe(true);
    expect(isPoint(pair.getPublicKey('base64url', 'compressed'))).toBe(false);
    expect(isPoint(Buffer.alloc(65, 4).toString('base64url'))).toBe(false);
    expect(isPoint('')).toBe(false);
  });
});
