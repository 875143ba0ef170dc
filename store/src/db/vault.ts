import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash,
  randomBytes,
  randomFillSync,
} from 'node:crypto';

/** Encrypts small secrets at rest: activation codes, signing keys, third parties' tokens. */
export type Vault = {
  /**
   * Encrypts with the first key. `context` (such as `esim:<id>`) is required again for decryption: a sealed value
   * cannot be moved to another row.
   */
  seal(plain: string, context: string): string;
  /**
   * Decrypts the result of `seal` with any configured key. Throws when the key is missing, the context differs or a
   * byte was changed.
   */
  open(sealed: string, context: string): string;
};

export type SecretKey = { id: string; key: Buffer };

const VERSION = 'v1';
/** The full tag length: a truncated tag would be easier to forge. */
const TAG_BYTES = 16;

/** AES-256-GCM with a random nonce. The first key encrypts; all of them decrypt, so that keys can be rotated. */
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
      if (version !== VERSION || !key) throw new Error(`encrypted with a key that is not configured: ${keyId}`);
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

/** Identifies a stored key without revealing it. */
export function fingerprintOf(key: Buffer): string {
  return createHash('sha256').update('cairn key fingerprint\0').update(key).digest('hex');
}

/** Identifies a low-entropy value, such as an ICCID, without storing it: it cannot be brute-forced without the key. */
export function keyedHash(key: Buffer, value: string): string {
  return createHmac('sha256', key).update(value).digest('base64url');
}

const SECRET_BYTES = 32;
const drawn = Buffer.alloc(SECRET_BYTES * 64);
let used = drawn.length;

/**
 * 256 random bits as text for links and cookies, and the hash that is stored. Random bytes are drawn in batches,
 * because every sign-in needs some and a draw is the most expensive part.
 */
export function newSecret(): { secret: string; hash: string } {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const secret = drawn.toString('base64url', used, used + SECRET_BYTES);
  // Used bytes are erased from memory.
  drawn.fill(0, used, (used += SECRET_BYTES));
  return { secret, hash: hashSecret(secret) };
}

/** SHA-256 is sufficient for random secrets, which have no dictionary; passwords use Argon2id. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex');
}
