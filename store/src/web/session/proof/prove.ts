import { type Challenge, solveChallengeWorkers } from 'altcha-lib';
import type { ApplicationVerifier } from 'firebase/auth';
import type { CaptchaAction } from '../../../shared/captcha-actions.ts';
import { callApi } from '../../api.ts';
import { setProving } from './state.ts';

/** More workers would make a phone's page stutter. */
const MAX_WORKERS = 4;

/**
 * Solves the challenge for the next call of this action, if one is required; the server's cookie then carries the
 * proof. An error is ignored here: the call itself reports it.
 */
export async function prove(action: CaptchaAction, email: string): Promise<void> {
  try {
    const solved = await solveIfDue(action, email);
    if (solved !== null) await callApi('post /proof/solution', { body: { solved } });
  } catch {
    // The call then fails with the wire's code for a missing proof.
  }
}

/** The SDK's verifier for text messages: a proof of work instead of Google's widget. */
export class ProofVerifier implements ApplicationVerifier {
  readonly type = 'recaptcha';

  async verify(): Promise<string> {
    // The SDK refuses an empty token, so a placeholder is sent even where the server needs none.
    return (await solveIfDue('send-code', '')) ?? 'none';
  }

  /** The SDK calls it after each use of its own verifier. */
  _reset(): void {}
}

/** A solved challenge in the server's format; null when none is required. */
async function solveIfDue(action: CaptchaAction, email: string): Promise<string | null> {
  const { challenge } = await callApi('post /proof', { body: { action, email } });
  if (challenge === null) return null;
  setProving(true);
  try {
    const solution = await solveChallengeWorkers({
      challenge: challenge as object as Challenge,
      concurrency: Math.min(MAX_WORKERS, navigator.hardwareConcurrency),
      createWorker: () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
    });
    return base64url(JSON.stringify({ challenge, solution }));
  } finally {
    setProving(false);
  }
}

/** Encodes ASCII text. */
function base64url(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
