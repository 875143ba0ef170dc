import * as z from 'zod';
import { CodedError } from '../../../shared/errors.ts';

/** The algorithm names of Firebase's `auth:import` and of `accounts:batchCreate`. */
const ALGORITHMS = [
  'SCRYPT',
  'STANDARD_SCRYPT',
  'BCRYPT',
  'ARGON2',
  'PBKDF_SHA1',
  'PBKDF2_SHA256',
  'HMAC_SHA512',
  'HMAC_SHA256',
  'HMAC_SHA1',
  'HMAC_MD5',
  'SHA512',
  'SHA256',
  'SHA1',
  'MD5',
] as const;

export type HashAlgorithm = (typeof ALGORITHMS)[number];

/** Maximum memory of one check; Firebase's own parameters use 16 MiB. */
export const MAX_MEMORY_BYTES = 2 ** 26 + 2 ** 20;

/** Hashes that cannot be imported; the message gives the reason and contains no hash. */
export class HashError extends CodedError<'hash-refused'> {
  constructor(message: string) {
    super('hash-refused', message);
  }
}

const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
/** Base64 of either alphabet, stored in the standard one. */
const base64 = z
  .string()
  .max(1_024)
  .regex(/^[\w+/-]*={0,2}$/)
  .transform((given) => Buffer.from(given, 'base64').toString('base64'));
const key = base64.refine((given) => given !== '');
/** By name or, as every enum of the wire, by number. */
const ORDERS = ['UNSPECIFIED_ORDER', 'SALT_AND_PASSWORD', 'PASSWORD_AND_SALT'] as const;
const order = z
  .union([z.enum(ORDERS), z.literal([0, 1, 2]).transform((number) => ORDERS[number])])
  .optional()
  .transform((given) => (given === 'UNSPECIFIED_ORDER' ? undefined : given));

const hmac = z.object({ signerKey: key, saltSeparator: base64.optional(), passwordHashOrder: order });
// Only one round: the hosted service does not document how it chains several rounds of a plain digest.
const digest = z.object({ rounds: whole(0, 1), saltSeparator: base64.optional(), passwordHashOrder: order });
const pbkdf2 = z.object({ rounds: whole(0, 1_000_000) });

/** The parameters of each algorithm; the bounds keep one check below about a second of CPU time. */
const PARAMETERS = {
  SCRYPT: z.object({
    signerKey: key,
    saltSeparator: base64.default(''),
    rounds: whole(1, 8),
    memoryCost: whole(1, 14),
  }),
  STANDARD_SCRYPT: z
    .object({
      cpuMemCost: whole(2, 2 ** 20).refine((given) => Number.isInteger(Math.log2(given))),
      blockSize: whole(1, 64),
      parallelization: whole(1, 64),
      dkLen: whole(8, 1_024),
    })
    .refine(({ cpuMemCost, blockSize, parallelization }) => {
      const memory = 128 * cpuMemCost * blockSize;
      return memory <= 2 ** 26 && memory * parallelization <= 2 ** 28;
    }, 'the cost of scrypt is too high'),
  BCRYPT: z.object({}),
  ARGON2: z.object({
    argon2Parameters: z
      .object({
        hashLengthBytes: whole(4, 1_024),
        hashType: z.enum(['ARGON2_ID', 'ARGON2_I', 'ARGON2_D']),
        parallelism: whole(1, 16),
        iterations: whole(1, 16),
        memoryCostKib: whole(8, 65_536),
        version: z.enum(['VERSION_10', 'VERSION_13']).optional(),
        associatedData: z.literal('').optional(),
      })
      .refine((given) => given.iterations * given.memoryCostKib <= 2 ** 19, 'the cost of argon2 is too high'),
  }),
  PBKDF_SHA1: pbkdf2,
  PBKDF2_SHA256: pbkdf2,
  HMAC_SHA512: hmac,
  HMAC_SHA256: hmac,
  HMAC_SHA1: hmac,
  HMAC_MD5: hmac,
  SHA512: digest,
  SHA256: digest,
  SHA1: digest,
  MD5: digest,
} satisfies Record<HashAlgorithm, z.ZodType>;

/** How passwords were hashed, by the names of `accounts:batchCreate`. Keys and separators are Base64. */
export type HashOptions = {
  hashAlgorithm: HashAlgorithm;
  signerKey?: string;
  saltSeparator?: string;
  rounds?: number;
  memoryCost?: number;
  cpuMemCost?: number;
  blockSize?: number;
  parallelization?: number;
  dkLen?: number;
  passwordHashOrder?: 'SALT_AND_PASSWORD' | 'PASSWORD_AND_SALT';
  argon2Parameters?: {
    hashLengthBytes: number;
    hashType: 'ARGON2_ID' | 'ARGON2_I' | 'ARGON2_D';
    parallelism: number;
    iterations: number;
    memoryCostKib: number;
    version?: 'VERSION_10' | 'VERSION_13';
  };
};

/** Validates options and keeps those that the algorithm uses. Throws HashError. */
export function parametersOf(given: { hashAlgorithm?: unknown }): HashOptions {
  const algorithm = ALGORITHMS.find((name) => name === given.hashAlgorithm);
  if (!algorithm) throw new HashError('hashAlgorithm is missing or unknown');
  const result = PARAMETERS[algorithm].safeParse(given);
  if (result.success) return { hashAlgorithm: algorithm, ...result.data } as HashOptions;
  const { path = [], message } = result.error.issues[0] ?? {};
  throw new HashError(`${algorithm}: ${path.join('.') || 'options'}: ${message}`);
}
