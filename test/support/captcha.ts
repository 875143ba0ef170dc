import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Proof, WorkChallenge } from '#src/modules/captcha/captcha.ts';

/** A call without a proof. */
export const NO_PROOF: Proof = { cookie: null, token: null, response: null, version: null, address: '192.0.2.1' };

/** Solves a challenge as the page does. */
export async function solve(challenge: WorkChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64url');
}
