import { type Challenge, solveChallengeWorkers } from 'altcha-lib';
import type { ApplicationVerifier } from 'firebase/auth';
import type { CaptchaAction } from '../../../shared/captcha-actions.ts';
import { paths } from '../../../shared/paths.ts';
import { callApi } from '../../api.ts';
import { setProving } from './state.ts';

/** More would make the page of a phone stutter. */
const MOST_WORKERS = 4;

/**
 * Solves the challenge that the next call of this action needs, if it needs one; the server's cookie then carries the
 * proof. A failure is none of this call's: the next one says what is wrong.
 */
export async function prove(action: CaptchaAction, email: string): Promise<void> {
  try {
    const solved = await solveIfDue(action, email);
    if (solved !== null) await callApi(paths.api.proofSolution(), { method: 'POST', body: { solved } });
  } catch {
    // Refused or out of reach: the server asks for the proof again, in the wire's words.
  }
}

/** The SDK's verifier for text messages: a proof of work in place of Google's widget. */
export class ProofVerifier implements ApplicationVerifier {
  readonly type = 'recaptcha';

  async verify(): Promise<string> {
    // The SDK refuses an empty token; one is sent even where the server needs none.
    return (await solveIfDue('send-code', '')) ?? 'none';
  }

  /** The SDK calls it after each use of its own verifier. */
  _reset(): void {}
}

/** A solved challenge as the server reads it; null when none is due. */
async function solveIfDue(action: CaptchaAction, email: string): Promise<string | null> {
  const { challenge } = await callApi<{ challenge: Challenge | null }>(paths.api.proof(), {
    method: 'POST',
    body: { action, email },
  });
  if (challenge === null) return null;
  setProving(true);
  try {
    const solution = await solveChallengeWorkers({
      challenge,
      concurrency: Math.min(MOST_WORKERS, navigator.hardwareConcurrency),
      createWorker: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
    });
    return base64url(JSON.stringify({ challenge, solution }));
  } finally {
    setProving(false);
  }
}

/** Of text in ASCII. */
function base64url(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
