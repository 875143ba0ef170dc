import { hash as hashArgon2 } from '@node-rs/argon2';
import { hash as hashBcrypt } from '@node-rs/bcrypt';
import { createHash, createHmac, pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createVault } from '../../../db/vault.ts';
import type { HashOptions } from './hash-options.ts';
import { createKnownHashes, fingerprintOfKey } from './known-hashes.ts';
import { createPasswords } from './passwords.ts';

const hashes = createKnownHashes({ vault: createVault([{ id: 'test', key: randomBytes(32) }]) });

const PASSWORD = 'p\u00e4ssword \u{1f40e}';
const SALT = Buffer.from('NaCl');
const KEY = Buffer.from('secret');

/** The parameters and vectors that Firebase publishes for its own scrypt. */
const FIREBASE: HashOptions = {
  hashAlgorithm: 'SCRYPT',
  signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  saltSeparator: 'Bw==',
  rounds: 8,
  memoryCost: 14,
};
const VECTORS = [
  {
    password: 'user1password',
    salt: Buffer.from('42xEC+ixf3L2lw==', 'base64'),
    hash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  },
  {
    password: 'password',
    salt: SALT,
    hash: 'V358E8LdWJXAO7muq0CufVpEOXaj8aFiC7T/rcaGieN04q/ZPJ08WhJEHGjj9lz/2TT+/86N5VjVoc5DdBhBiw==',
  },
];

test.each(VECTORS)(
  "Firebase's scrypt produces the published vector for $password",
  async ({ password, salt, hash }) => {
    const stored = hashes.writer(FIREBASE)({ hash: Buffer.from(hash, 'base64'), salt });
    expect(await hashes.matches(stored, password)).toBe(true);
    expect(await hashes.matches(stored, `${password}!`)).toBe(false);
  },
);

test('a stored hash contains all parameters except the signer key, which is encrypted', () => {
  const stored = hashes.writer(FIREBASE)({ hash: Buffer.from(VECTORS[0]!.hash, 'base64'), salt: SALT });
  const { signerKey, ...options } = FIREBASE;
  expect(hashes.read(stored)).toEqual({
    options,
    hash: Buffer.from(VECTORS[0]!.hash, 'base64'),
    salt: SALT,
    keyFingerprint: fingerprintOfKey(signerKey!),
  });
  expect(Buffer.from(stored.split('$')[4]!, 'base64url').toString()).toMatch(/^v1\.test\./);
  expect(stored).not.toContain(Buffer.from(signerKey!, 'base64').toString('base64url'));
});

const digest = (name: string) => createHash(name).update(Buffer.concat([SALT, Buffer.from(PASSWORD)]));
const hmac = (name: string) => createHmac(name, KEY).update(Buffer.concat([Buffer.from(PASSWORD), SALT]));
const signerKey = KEY.toString('base64url');

const FORMATS: [options: HashOptions, made: () => Promise<Buffer> | Buffer][] = [
  [{ hashAlgorithm: 'BCRYPT' }, async () => Buffer.from(await hashBcrypt(PASSWORD, 5))],
  [
    { hashAlgorithm: 'STANDARD_SCRYPT', cpuMemCost: 1024, parallelization: 16, blockSize: 8, dkLen: 64 },
    () => scryptSync(PASSWORD, SALT, 64, { N: 1024, r: 8, p: 16 }),
  ],
  [{ hashAlgorithm: 'PBKDF_SHA1', rounds: 1000 }, () => pbkdf2Sync(PASSWORD, SALT, 1000, 20, 'sha1')],
  [{ hashAlgorithm: 'PBKDF2_SHA256', rounds: 1000 }, () => pbkdf2Sync(PASSWORD, SALT, 1000, 64, 'sha256')],
  [{ hashAlgorithm: 'HMAC_SHA512', signerKey }, () => hmac('sha512').digest()],
  [{ hashAlgorithm: 'HMAC_SHA256', signerKey }, () => hmac('sha256').digest()],
  [{ hashAlgorithm: 'HMAC_SHA1', signerKey }, () => hmac('sha1').digest()],
  [{ hashAlgorithm: 'HMAC_MD5', signerKey }, () => hmac('md5').digest()],
  [{ hashAlgorithm: 'SHA512', rounds: 1 }, () => digest('sha512').digest()],
  [{ hashAlgorithm: 'SHA256', rounds: 1 }, () => digest('sha256').digest()],
  [{ hashAlgorithm: 'SHA1', rounds: 1 }, () => digest('sha1').digest()],
  [{ hashAlgorithm: 'MD5', rounds: 0 }, () => digest('md5').digest()],
  [{ hashAlgorithm: 'MD5', rounds: 0 }, () => Buffer.from(digest('md5').digest('hex'))],
  [
    { hashAlgorithm: 'HMAC_SHA256', signerKey, saltSeparator: 'Bw==', passwordHashOrder: 'SALT_AND_PASSWORD' },
    () =>
      createHmac('sha256', KEY)
        .update(Buffer.concat([SALT, Buffer.from([7]), Buffer.from(PASSWORD)]))
        .digest(),
  ],
];

test.each(FORMATS)('a password is checked against $hashAlgorithm', async (options, made) => {
  const stored = hashes.writer(options)({ hash: await made(), salt: SALT });
  expect(await hashes.matches(stored, PASSWORD)).toBe(true);
  expect(await hashes.matches(stored, 'wrong')).toBe(false);
});

test.each(['ARGON2_ID', 'ARGON2_I', 'ARGON2_D'] as const)('a password is checked against %s', async (hashType) => {
  const salt = Buffer.from('sixteen bytes ok');
  const algorithm = { ARGON2_D: 0, ARGON2_I: 1, ARGON2_ID: 2 }[hashType];
  const made = await hashArgon2(PASSWORD, {
    salt,
    algorithm,
    memoryCost: 64,
    timeCost: 3,
    parallelism: 2,
    outputLen: 24,
  });
  const argon2Parameters = { hashType, hashLengthBytes: 24, iterations: 3, parallelism: 2, memoryCostKib: 64 };
  const hash = Buffer.from(made.split('$').at(-1)!, 'base64');
  const stored = hashes.writer({ hashAlgorithm: 'ARGON2', argon2Parameters })({ hash, salt });
  expect(await hashes.matches(stored, PASSWORD)).toBe(true);
  // Our own hashes use the composed spelling; an export of ours can be imported again.
  expect(await hashes.matches(stored, PASSWORD.normalize('NFD'))).toBe(true);
  expect(await hashes.matches(stored, 'wrong')).toBe(false);
});

test.each<[object, string]>([
  [{}, 'hashAlgorithm is missing or unknown'],
  [{ hashAlgorithm: 'CRC32' }, 'hashAlgorithm is missing or unknown'],
  [{ ...FIREBASE, signerKey: undefined }, 'SCRYPT: signerKey'],
  [{ ...FIREBASE, memoryCost: 15 }, 'SCRYPT: memoryCost'],
  [{ ...FIREBASE, rounds: 'many' }, 'SCRYPT: rounds'],
  [{ hashAlgorithm: 'SHA256', rounds: 8192 }, 'SHA256: rounds'],
  [
    { hashAlgorithm: 'STANDARD_SCRYPT', cpuMemCost: 2 ** 20, blockSize: 8, parallelization: 1, dkLen: 64 },
    'STANDARD_SCRYPT: options: the cost of scrypt is too high',
  ],
])('options that are invalid or too expensive are refused: %j', (options, reason) => {
  expect(() => hashes.writer(options as HashOptions)).toThrow(reason);
});

test('a hash that can never match is refused', () => {
  const bcrypt = hashes.writer({ hashAlgorithm: 'BCRYPT' });
  expect(() => bcrypt({ hash: Buffer.from('not bcrypt'), salt: SALT })).toThrow('not the text of a bcrypt hash');
  const dear = Buffer.from(`$2b$20$${'.'.repeat(53)}`);
  expect(() => bcrypt({ hash: dear, salt: SALT })).toThrow('the cost of bcrypt is above 14');
  const sha1 = hashes.writer({ hashAlgorithm: 'SHA1', rounds: 1 });
  expect(() => sha1({ hash: Buffer.alloc(16), salt: SALT })).toThrow('16 bytes, where SHA1 makes 20');
});

test('imported hashes use a slot of the pool, and all of them are outdated', async () => {
  const passwords = createPasswords({ concurrency: 1, waiting: 0, known: hashes });
  const stored = hashes.writer(FIREBASE)({ hash: Buffer.from(VECTORS[1]!.hash, 'base64'), salt: SALT });
  expect(passwords.isOutdated(stored)).toBe(true);
  for (const [password, right] of [
    ['password', true],
    ['wrong', false],
  ] as const) {
    const working = passwords.matches(stored, password);
    await expect(passwords.hash('another')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await working).toBe(right);
  }
});
