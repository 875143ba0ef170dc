import { createCipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/** A project's hash parameters, as Firebase's console shows them and `firebase auth:import` accepts them. */
export const FIREBASE_HASHES = {
  'hash-algo': 'SCRYPT',
  'hash-key': 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  'salt-separator': 'Bw==',
  rounds: '8',
  'mem-cost': '14',
};

const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** What Firebase stores for a password: the derived key encrypts the project's signer key. */
async function firebaseHash(password: string, salt: Buffer): Promise<Buffer> {
  const separated = Buffer.concat([salt, Buffer.from(FIREBASE_HASHES['salt-separator'], 'base64')]);
  const key = await derive(password, separated, 32, { N: 2 ** 14, r: 8, p: 1 });
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(
    Buffer.from(FIREBASE_HASHES['hash-key'], 'base64'),
  );
}

/** A user as `firebase auth:export` writes one. Without a password the hash is random: no password matches it. */
export async function exportedUser(
  number: number,
  { password, ...more }: { password?: string; [key: string]: unknown } = {},
) {
  const salt = randomBytes(10);
  const hash = password === undefined ? randomBytes(64) : await firebaseHash(password, salt);
  return {
    localId: `moved${String(number).padStart(23, '0')}`,
    email: `moved-${number}@example.com`,
    emailVerified: number % 3 !== 0,
    passwordHash: hash.toString('base64'),
    salt: salt.toString('base64'),
    displayName: `Traveller ${number}`,
    photoUrl: `https://photos.example/${number}.jpg`,
    lastSignedInAt: String(1_700_000_000_000 + number),
    createdAt: String(1_600_000_000_000 + number),
    disabled: false,
    providerUserInfo: [] as object[],
    ...more,
  };
}
