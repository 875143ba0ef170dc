import { hash, verify } from '@node-rs/argon2';
import { createSlots } from '../../../shared/slots.ts';
import type { HashOptions } from './hash-options.ts';
import { isKnownHash, type KnownHashes } from './known-hashes.ts';

export { HashError, type HashOptions } from './hash-options.ts';
export { createKnownHashes, fingerprintOfKey, type KnownHashes } from './known-hashes.ts';
export { type CommonPasswords, loadCommonPasswords } from './rules.ts';

/** Hashes and checks passwords with Argon2id; throws AppError `unavailable` when the queue is full. */
export type Passwords = {
  hash(password: string): Promise<string>;
  /** False for a wrong password and, in the same time, when there is no hash (unknown account, no password). */
  matches(storedHash: string | null, password: string): Promise<boolean>;
  /** True when the hash was made with other parameters than the current ones. */
  isOutdated(storedHash: string): boolean;
};

/** OWASP's first recommendation: Argon2id, 19 MiB, two passes, one lane; about 25 ms of CPU time. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** These parameters in the terms of `accounts:batchCreate`, for accounts that move to another system. */
export const OWN_HASHES: HashOptions = {
  hashAlgorithm: 'ARGON2',
  argon2Parameters: {
    hashType: 'ARGON2_ID',
    version: 'VERSION_13',
    hashLengthBytes: 32,
    memoryCostKib: COST.memoryCost,
    iterations: COST.timeCost,
    parallelism: COST.parallelism,
  },
};

/** Prefix of a hash with these parameters (PHC string format). */
const PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** Queue length per slot: at 25 ms each, the longest wait is about two seconds. */
const WAITING_PER_SLOT = 80;

/**
 * Runs `concurrency` hashes at a time with a bounded queue, so that a flood of sign-ins neither takes all memory and
 * cores nor delays other requests (ASVS 15.2.2).
 */
export function createPasswords(options: {
  concurrency: number;
  waiting?: number;
  known: Pick<KnownHashes, 'matches'>;
}): Passwords {
  const slots = createSlots(options.concurrency, options.waiting ?? options.concurrency * WAITING_PER_SLOT);
  // The hash for unknown accounts: same parameters, hence the same time. It is the hash of random bytes.
  const decoy = hash(crypto.getRandomValues(new Uint8Array(32)), COST);

  return {
    hash: (password) => slots(() => hash(normal(password), COST)),
    matches: (storedHash, password) =>
      slots(async () => {
        if (storedHash === null || !isKnownHash(storedHash)) {
          const right = await verify(storedHash ?? (await decoy), normal(password));
          return right && storedHash !== null;
        }
        const right = await options.known.matches(storedHash, password);
        // A correct password is rehashed; a wrong one costs the same here. So the time after the old hash is equal.
        if (!right) await verify(await decoy, normal(password));
        return right;
      }),
    isOutdated: (storedHash) => !storedHash.startsWith(PREFIX),
  };
}

/** Normalises letters that keyboards compose differently (NIST SP 800-63B, 3.1.1.2). */
function normal(password: string): string {
  return password.normalize('NFKC');
}
