import type { CaptchaAction } from '../../shared/captcha-actions.ts';
import { loadChunk } from './load-chunk.ts';
import { lastWireFailure } from './wire-failure.ts';

/**
 * Makes a call of the SDK that a robot might make: our server is asked first whether a proof is due, which is then solved.
 * Should one become due in between, the call is made once more.
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
