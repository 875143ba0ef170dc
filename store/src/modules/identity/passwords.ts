import { hash, verify } from '@node-rs/argon2';
import { createSlots } from '../../shared/slots.ts';
import type { HashOptions } from './hash-options.ts';
import { isKnownHash, type KnownHashes } from './known-hashes.ts';

/** Hashes and checks passwords with Argon2id; throws AppError `unavailable` when more work waits than can be done in time. */
export type Passwords = {
  hash(password: string): Promise<string>;
  /** False for a wrong password and, after the same work, when there is no hash (unknown account, no password set). */
  matches(storedHash: string | null, password: string): Promise<boolean>;
  /** True when the hash was made with other parameters than the ones in use now. */
  isOutdated(storedHash: string): boolean;
};

/** OWASP's first recommendation: Argon2id, 19 MiB, two passes, one lane; about 25 ms of a core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The same in the words of `accounts:batchCreate`, for accounts that move to another system. */
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

/** How a hash with these parameters begins (PHC string format). */
const PREFIX = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** Work that may wait per hash that runs: at 25 ms each, nobody waits longer than about two seconds. */
const WAITING_PER_SLOT = 80;

/**
 * A pool of `concurrency` hashes at a time with a bounded queue, so that a flood of sign-ins can neither take all the
 * memory and cores nor make other requests wait behind it (ASVS 15.2.2).
 */
export function createPasswords(options: {
  concurrency: number;
  waiting?: number;
  known: Pick<KnownHashes, 'matches'>;
}): Passwords {
  const slots = createSlots(options.concurrency, options.waiting ?? options.concurrency * WAITING_PER_SLOT);
  // What unknown accounts are compared with: same parameters, hence the same time. Nobody knows its password.
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
        // A right one is hashed anew, a wrong one costs as much: so what follows the old hash is the same work.
        if (!right) await verify(await decoy, normal(password));
        return right;
      }),
    isOutdated: (storedHash) => !storedHash.startsWith(PREFIX),
  };
}

/** One spelling for letters that keyboards compose differently (NIST SP 800-63B, 3.1.1.2). */
function normal(password: string): string {
  return password.normalize('NFKC');
}
