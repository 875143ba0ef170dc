import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVault, fingerprintOf, hashSecret, newSecret } from './vault.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });
const text = fc.string({ unit: 'binary', maxLength: 300 });

describe('the vault', () => {
  it('decrypts what it encrypted, and the ciphertext reveals nothing', () => {
    const vault = createVault([key('a')]);
    fc.assert(
      fc.property(text, text, (plain, context) => {
        const sealed = vault.seal(plain, context);
        expect(vault.open(sealed, context)).toBe(plain.toWellFormed());
        if (plain.length > 8) expect(sealed).not.toContain(plain);
      }),
    );
  });

  it('never produces the same ciphertext twice', () => {
    const vault = createVault([key('a')]);
    expect(vault.seal('code', 'esim:1')).not.toBe(vault.seal('code', 'esim:1'));
  });

  it('refuses another context, so that a sealed value cannot be moved to another row', () => {
    const vault = createVault([key('a')]);
    expect(() => vault.open(vault.seal('code', 'esim:1'), 'esim:2')).toThrow();
  });

  it('refuses a value of which any character was changed', () => {
    const vault = createVault([key('a')]);
    const sealed = vault.seal('activation code', 'esim:1');
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.constantFrom('A', 'b', '0', '_', '.'), (position, other) => {
        const changed = sealed.slice(0, position) + other + sealed.slice(position + 1);
        // The last character of a base64 group has unused bits.
        fc.pre(
          changed
            .split('.')
            .map((part) => Buffer.from(part, 'base64url').toString('hex'))
            .join() !==
            sealed
              .split('.')
              .map((part) => Buffer.from(part, 'base64url').toString('hex'))
              .join(),
        );
        expect(() => vault.open(changed, 'esim:1')).toThrow();
      }),
    );
  });

  it('refuses a truncated tag', () => {
    const vault = createVault([key('a')]);
    const [version, id, nonce, body] = vault.seal('', 'x').split('.') as [string, string, string, string];
    for (const length of [4, 8, 12, 15]) {
      const cut = Buffer.from(body, 'base64url').subarray(0, length).toString('base64url');
      expect(() => vault.open([version, id, nonce, cut].join('.'), 'x')).toThrow();
    }
  });

  it('decrypts with an old key and encrypts with the first', () => {
    const [old, fresh] = [key('2025'), key('2026')];
    const sealed = createVault([old]).seal('code', 'x');
    const rotated = createVault([fresh, old]);
    expect(rotated.open(sealed, 'x')).toBe('code');
    expect(rotated.seal('code', 'x')).toMatch(/^v1\.2026\./);
    expect(() => createVault([fresh]).open(sealed, 'x')).toThrow(/2025/);
  });

  it('identifies keys by a fingerprint that reveals nothing of the key', () => {
    const one = randomBytes(32);
    expect(fingerprintOf(one)).toBe(fingerprintOf(Buffer.from(one)));
    expect(fingerprintOf(one)).not.toBe(fingerprintOf(randomBytes(32)));
    expect(fingerprintOf(one)).not.toContain(one.toString('hex'));
  });

  it('creates secrets of 256 bits and stores their hash', () => {
    const { secret, hash } = newSecret();
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(hash).toBe(hashSecret(secret));
    expect(hash).not.toContain(secret);
  });
});
