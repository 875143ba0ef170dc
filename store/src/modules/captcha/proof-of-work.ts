import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import * as z from 'zod';
import { keyedHash } from '../../db/vault.ts';

/** PBKDF2 rounds of one try: a fraction of a millisecond in a browser, so that progress and cancelling are smooth. */
const ROUNDS = 1_000;

/** `expiresAt` counts whole seconds. */
const parametersSchema = z.strictObject({
  algorithm: z.literal('PBKDF2/SHA-256'),
  nonce: z.string().max(64),
  salt: z.string().max(64),
  cost: z.literal(ROUNDS),
  keyLength: z.literal(32),
  keyPrefix: z.string().max(64),
  keySignature: z.string().max(128),
  expiresAt: z.int(),
  data: z.strictObject({ action: z.string().max(32) }),
});
const solvedSchema = z.object({
  challenge: z.object({ parameters: parametersSchema, signature: z.string().length(64) }),
  solution: z.object({ counter: z.int(), derivedKey: z.string().max(128) }),
});

/** A challenge as sent to the browser. */
export type WorkChallenge = z.infer<typeof solvedSchema>['challenge'];

type Verdict =
  | { is: 'malformed' }
  /** Forged, expired or wrongly solved. */
  | { is: 'wrong' }
  | { is: 'solved'; action: string; signature: string; expiresAt: Date };

/** A solved challenge has about 700 characters. */
const MAX_SOLVED = 2_048;

/**
 * Proof of work by altcha. The browser searches for the counter below `tries` whose derived key has the prefix of the
 * challenge. The server knows the counter that it drew, so verification costs two HMACs, and solving takes at most
 * `tries` tries.
 */
export function createProofOfWork({
  key,
  tries,
  seconds,
  clock,
}: {
  key: Buffer;
  tries: number;
  seconds: number;
  clock: () => Date;
}) {
  const hmacSignatureSecret = keyedHash(key, 'captcha challenge');
  const hmacKeySignatureSecret = keyedHash(key, 'captcha solution');
  return {
    async challenge(action: string): Promise<WorkChallenge> {
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        deriveKey,
        cost: ROUNDS,
        // The lower bound ensures that every challenge costs at least half of the work.
        counter: randomInt(Math.floor(tries / 2), tries + 1),
        expiresAt: new Date(clock().getTime() + seconds * 1000),
        data: { action },
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      return z.object({ parameters: parametersSchema, signature: z.string() }).parse(challenge);
    },

    /** Verifies a solved challenge: base64url of its JSON with the solution, as our page makes it. */
    async verify(solved: string): Promise<Verdict> {
      const given = parse(solved);
      if (given === null) return { is: 'malformed' };
      const { challenge, solution } = given;
      const { expiresAt, data } = challenge.parameters;
      // Checked by our clock, which tests move. altcha also checks the machine's clock.
      if (expiresAt * 1000 < clock().getTime()) return { is: 'wrong' };
      const { verified } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret,
        hmacKeySignatureSecret,
      });
      if (!verified) return { is: 'wrong' };
      return {
        is: 'solved',
        action: data.action,
        signature: challenge.signature,
        expiresAt: new Date(expiresAt * 1000),
      };
    },
  };
}

function parse(solved: string): z.infer<typeof solvedSchema> | null {
  if (solved.length > MAX_SOLVED) return null;
  try {
    return solvedSchema.parse(JSON.parse(Buffer.from(solved, 'base64url').toString('utf8')));
  } catch {
    return null;
  }
}
