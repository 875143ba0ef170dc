import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash,
  randomBytes,
  randomFillSync,
} from 'node:crypto';

/** Encrypts small secrets for rest: activation codes, signing keys, third parties' tokens. */
export type Vault = {
  /** Encrypts under the current key. `context` (such as `esim:<id>`) must be given again to open: a sealed value can't be moved to another row. */
  seal(plain: string, context: string): string;
  /** Opens what `seal` made, under any key we hold. Throws when the key is gone, the context differs or a byte was changed. */
  open(sealed: string, context: string): string;
};

export type SecretKey = { id: string; key: Buffer };

const VERSION = 'v1';
/** The whole tag, and never a part of it: a short one would be easier to guess. */
const TAG_BYTES = 16;

/** AES-256-GCM with a random nonce. The first key encrypts; all of them decrypt, so keys can be rotated. */
export function createVault(keys: readonly SecretKey[]): Vault {
  const current = keys[0];
  if (!current) throw new RangeError('a vault needs a key');
  const byId = new Map(keys.map((each) => [each.id, each.key]));

  return {
    seal(plain, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce);
      cipher.setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return [VERSION, current.id, nonce.toString('base64url'), body.toString('base64url')].join('.');
    },
    open(sealed, context) {
      const [version, keyId = '', nonce = '', body = ''] = sealed.split('.');
      const key = byId.get(keyId);
      if (version !== VERSION || !key) throw new Error(`sealed with a key that is not configured: ${keyId}`);
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
    },
  };
}

/** What may be stored to recognise a key without revealing it. */
export function fingerprintOf(key: Buffer): string {
  return createHash('sha256').update('cairn key fingerprint\0').update(key).digest('hex');
}

/** Recognises a value of few possibilities, such as an ICCID, without storing it: worthless to try out without the key. */
export function keyedHash(key: Buffer, value: string): string {
  return createHmac('sha256', key).update(value).digest('base64url');
}

const SECRET_BYTES = 32;
const drawn = Buffer.alloc(SECRET_BYTES * 64);
let used = drawn.length;

/**
 * 256 random bits as text for links and cookies, and the hash under which they are stored. They are drawn many at a time,
 * since every sign-in needs some and each draw costs more than the rest.
 */
export function newSecret(): { secret: string; hash: string } {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const secret = drawn.toString('base64url', used, used + SECRET_BYTES);
  // Not found in memory once it is used up.
  drawn.fill(0, used, (used += SECRET_BYTES));
  return { secret, hash: hashSecret(secret) };
}

/** SHA-256 is right for random secrets (no dictionary to try); passwords go through Argon2id. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}
