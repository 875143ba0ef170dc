import { verify as verifyArgon2 } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { createCipheriv, createHash, createHmac, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Vault } from '../../../db/vault.ts';
import { type HashAlgorithm, type HashOptions, HashError, MAX_MEMORY_BYTES, parametersOf } from './hash-options.ts';

/** A password hash with its parameters, in the terms of Firebase's files and calls. */
export type ForeignHash = { options: HashOptions; hash: Buffer; salt: Buffer };

/** Checks passwords against imported hashes, and converts such hashes to text and back. */
export type KnownHashes = {
  /**
   * Returns a function that converts the hashes of one import to self-contained text; the signer key is encrypted once
   * for all of them. Throws HashError: here for invalid options, in the function for an invalid hash.
   */
  writer(options: HashOptions): (foreign: { hash: Buffer; salt: Buffer }) => string;
  /** Parses a stored hash, including our own; the signer key is replaced by its fingerprint. */
  read(stored: string): ForeignHash & { keyFingerprint?: string };
  /** Runs in native code off the main thread; the slots of the password pool limit the concurrency. */
  matches(stored: string, password: string): Promise<boolean>;
};

/** Prefix of an imported hash; ours start with `$argon2id$`. */
const PREFIX = '$known$';

/** The encryption context of a signer key. It is not bound to a row, because one import shares it. */
const SEAL = 'password-signer-key';

type Stored = ForeignHash & { algorithm: HashAlgorithm; sealedKey: string };

/** True for an imported hash. */
export function isKnownHash(stored: string): boolean {
  return stored.startsWith(PREFIX);
}

/** Hashes of other systems: Firebase's scrypt, scrypt, bcrypt, Argon2, PBKDF2, HMAC and plain digests. */
export function createKnownHashes({ vault }: { vault: Pick<Vault, 'seal' | 'open'> }): KnownHashes {
  return {
    writer(given) {
      const { signerKey, ...options } = parametersOf(given);
      const sealedKey = signerKey === undefined ? '' : vault.seal(signerKey, SEAL);
      const head = [options.hashAlgorithm, text(Buffer.from(JSON.stringify(options))), text(Buffer.from(sealedKey))];
      return ({ hash, salt }) => {
        checkHash(options, hash);
        return PREFIX + [...head, text(salt), text(hash)].join('$');
      };
    },
    read(stored) {
      if (!isKnownHash(stored)) return readOwn(stored);
      const { options, hash, salt, sealedKey } = parse(stored);
      const keyFingerprint = sealedKey === '' ? {} : { keyFingerprint: fingerprintOfKey(vault.open(sealedKey, SEAL)) };
      return { options, hash, salt, ...keyFingerprint };
    },
    async matches(stored, password) {
      const { sealedKey, ...foreign } = parse(stored);
      const key = Buffer.from(sealedKey === '' ? '' : vault.open(sealedKey, SEAL), 'base64');
      return CHECKS[foreign.algorithm](foreign, Buffer.from(password), key);
    },
  };
}

/** Identifies a signer key without revealing it: the keys are random. */
export function fingerprintOfKey(signerKey: string): string {
  return createHash('sha256').update('cairn signer key\0').update(signerKey, 'base64').digest('hex').slice(0, 16);
}

const OWN = /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<lanes>\d+)\$(?<salt>[\w+/]+)\$(?<hash>[\w+/]+)$/;

function readOwn(stored: string): ForeignHash {
  const { memory, passes, lanes, salt = '', hash = '' } = OWN.exec(stored)?.groups ?? {};
  const made = Buffer.from(hash, 'base64');
  const argon2Parameters = {
    hashType: 'ARGON2_ID' as const,
    version: 'VERSION_13' as const,
    hashLengthBytes: made.length,
    memoryCostKib: Number(memory),
    iterations: Number(passes),
    parallelism: Number(lanes),
  };
  return { options: { hashAlgorithm: 'ARGON2', argon2Parameters }, hash: made, salt: Buffer.from(salt, 'base64') };
}

function parse(stored: string): Stored {
  const [algorithm = '', options = '', sealedKey = '', salt = '', hash = ''] = stored.slice(PREFIX.length).split('$');
  return {
    algorithm: algorithm as HashAlgorithm,
    options: JSON.parse(bytes(options).toString()) as HashOptions,
    sealedKey: bytes(sealedKey).toString(),
    salt: bytes(salt),
    hash: bytes(hash),
  };
}

const text = (given: Buffer) => given.toString('base64url');
const bytes = (given: string) => Buffer.from(given, 'base64url');

/** Refuses a hash that can never match, because its owner could never sign in. */
function checkHash(options: HashOptions, hash: Buffer): void {
  const { hashAlgorithm: algorithm } = options;
  if (hash.length === 0 || hash.length > 1024) throw new HashError('passwordHash is empty or too long');
  if (algorithm === 'BCRYPT') return checkBcrypt(hash.toString());
  if (algorithm === 'ARGON2') return checkArgon2(options, hash);
  const expected = lengthOf(options);
  if (expected === undefined || hash.length === expected) return;
  // Some systems store digests as hexadecimal text.
  if (isDigest(algorithm) && hash.length === expected * 2 && /^[0-9a-f]+$/i.test(hash.toString())) return;
  throw new HashError(`passwordHash has ${hash.length} bytes, where ${algorithm} makes ${expected}`);
}

/** About a second of CPU time: more would let one sign-in block others. */
const HIGHEST_BCRYPT_COST = 14;

const BCRYPT = /^\$2[aby]\$(?<cost>\d\d)\$[./\w]{53}$/;

function checkBcrypt(hash: string): void {
  const cost = Number(BCRYPT.exec(hash)?.groups?.cost ?? 0);
  if (cost < 4) throw new HashError('passwordHash is not the text of a bcrypt hash, such as $2b$10$…');
  if (cost > HIGHEST_BCRYPT_COST) throw new HashError(`the cost of bcrypt is above ${HIGHEST_BCRYPT_COST}`);
}

function checkArgon2({ argon2Parameters }: HashOptions, hash: Buffer): void {
  const expected = argon2Parameters?.hashLengthBytes;
  if (hash.length !== expected) throw new HashError(`passwordHash has ${hash.length} bytes, not ${expected}`);
}

const DIGEST_BYTES: Record<string, number> = { MD5: 16, SHA1: 20, SHA256: 32, SHA512: 64 };

function isDigest(algorithm: string): boolean {
  return algorithm.startsWith('HMAC_') || Object.hasOwn(DIGEST_BYTES, algorithm);
}

/** The fixed output length of the algorithm; undefined where the hash states it. */
function lengthOf({ hashAlgorithm, dkLen }: HashOptions): number | undefined {
  if (hashAlgorithm === 'STANDARD_SCRYPT') return dkLen;
  return DIGEST_BYTES[hashAlgorithm.replace('HMAC_', '')];
}

type Check = (foreign: ForeignHash, password: Buffer, key: Buffer) => Promise<boolean>;

const deriveByScrypt = promisify<Buffer, Buffer, number, object, Buffer>(scrypt);
const deriveByPbkdf2 = promisify(pbkdf2);

/**
 * Firebase's own scrypt: the derived key encrypts the project's signer key. The key stream depends on the first 32
 * bytes only, and is as long as the signer key.
 */
const firebaseScrypt: Check = async ({ options, hash, salt }, password, key) => {
  const { memoryCost = 14, rounds = 8, saltSeparator = '' } = options;
  const fullSalt = Buffer.concat([salt, Buffer.from(saltSeparator, 'base64')]);
  const cost = { N: 2 ** memoryCost, r: rounds, p: 1, maxmem: MAX_MEMORY_BYTES };
  const derived = await deriveByScrypt(password, fullSalt, 32, cost);
  const cipher = createCipheriv('aes-256-ctr', derived, Buffer.alloc(16));
  return isSame(Buffer.concat([cipher.update(key), cipher.final()]), hash);
};

const standardScrypt: Check = async ({ options, hash, salt }, password) => {
  const { cpuMemCost: N, blockSize: r, parallelization: p } = options;
  return isSame(await deriveByScrypt(password, salt, hash.length, { N, r, p, maxmem: MAX_MEMORY_BYTES }), hash);
};

const bcrypt: Check = ({ hash }, password) => verifyBcrypt(password, hash.toString());

const argon2: Check = async ({ options, hash, salt }, password) => {
  const { hashType, version, memoryCostKib, iterations, parallelism } = options.argon2Parameters ?? {};
  const kind = { ARGON2_ID: 'argon2id', ARGON2_I: 'argon2i', ARGON2_D: 'argon2d' }[hashType ?? 'ARGON2_ID'];
  const costs = `m=${memoryCostKib},t=${iterations},p=${parallelism}`;
  const head = `$${kind}$v=${version === 'VERSION_10' ? 16 : 19}$${costs}`;
  const stored = [head, unpadded(salt), unpadded(hash)].join('$');
  if (await verifyArgon2(stored, password)) return true;
  // An export of ours: those hashes use the composed spelling (NFKC).
  const normal = Buffer.from(password.toString().normalize('NFKC'));
  return !normal.equals(password) && verifyArgon2(stored, normal);
};

const pbkdf2Of =
  (digest: string): Check =>
  async ({ options, hash, salt }, password) =>
    isSame(await deriveByPbkdf2(password, salt, Math.max(1, options.rounds ?? 1), hash.length, digest), hash);

const digestOf =
  (digest: string): Check =>
  async ({ options, hash, salt }, password) =>
    isSame(
      createHash(digest)
        .update(inOrder(options, salt, password, 'SALT_AND_PASSWORD'))
        .digest(),
      raw(hash, digest),
    );

const hmacOf =
  (digest: string): Check =>
  async ({ options, hash, salt }, password, key) => {
    const signed = createHmac(digest, key).update(inOrder(options, salt, password, 'PASSWORD_AND_SALT'));
    return isSame(signed.digest(), raw(hash, digest));
  };

const CHECKS: Record<HashAlgorithm, Check> = {
  SCRYPT: firebaseScrypt,
  STANDARD_SCRYPT: standardScrypt,
  BCRYPT: bcrypt,
  ARGON2: argon2,
  PBKDF_SHA1: pbkdf2Of('sha1'),
  PBKDF2_SHA256: pbkdf2Of('sha256'),
  HMAC_SHA512: hmacOf('sha512'),
  HMAC_SHA256: hmacOf('sha256'),
  HMAC_SHA1: hmacOf('sha1'),
  HMAC_MD5: hmacOf('md5'),
  SHA512: digestOf('sha512'),
  SHA256: digestOf('sha256'),
  SHA1: digestOf('sha1'),
  MD5: digestOf('md5'),
};

/** Without an explicit order, the hosted service uses the default of each algorithm family. */
function inOrder(
  { passwordHashOrder, saltSeparator = '' }: HashOptions,
  salt: Buffer,
  password: Buffer,
  usual: 'SALT_AND_PASSWORD' | 'PASSWORD_AND_SALT',
): Buffer {
  const parts = [salt, Buffer.from(saltSeparator, 'base64'), password];
  return Buffer.concat((passwordHashOrder ?? usual) === 'SALT_AND_PASSWORD' ? parts : parts.reverse());
}

/** Decodes a digest that may be stored as hexadecimal text. */
function raw(hash: Buffer, digest: string): Buffer {
  return hash.length === DIGEST_BYTES[digest.toUpperCase()] ? hash : Buffer.from(hash.toString(), 'hex');
}

function isSame(made: Buffer, stored: Buffer): boolean {
  return made.length === stored.length && timingSafeEqual(made, stored);
}

/** Base64 without padding, as in Argon2's text format. */
function unpadded(given: Buffer): string {
  return given.toString('base64').replace(/=+$/, '');
}
