import type { CaptchaAction } from '../../shared/captcha-actions.ts';
import { loadChunk } from './load-chunk.ts';
import { lastWireFailure } from './wire-failure.ts';

/**
 * Makes an SDK call that a captcha protects: first asks our server whether a proof is required, and solves it. When a
 * proof becomes required in between, the call is retried once.
 */
export async function withProof<T>(action: CaptchaAction, email: string, call: () => Promise<T>): Promise<T> {
  const { prove } = await loadChunk(() => import('./proof/prove.ts'));
  await prove(action, email);
  try {
    return await call();
  } catch (error) {
    if (lastWireFailure()?.code !== 'MISSING_RECAPTCHA_TOKEN') throw error;
    await prove(action, email);
    return call();
  }
}
