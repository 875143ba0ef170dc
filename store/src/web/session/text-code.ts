import type { PhoneInfoOptions } from 'firebase/auth';
import { loadChunk } from './load-chunk.ts';
import type { Opened } from './opened-session.ts';

/** A code on its way. `resendSeconds`: the server's pause until another one may be asked for. */
export type SentCode = { phoneNumber: string; verificationId: string; resendSeconds: number };

/** Texts a code, after a proof of work. `to`: the number, or the second factor it is or becomes. */
export async function textCode(
  { sdk, auth }: Opened,
  phoneNumber: string,
  to: PhoneInfoOptions | string = phoneNumber,
): Promise<SentCode> {
  const { ProofVerifier } = await loadChunk(() => import('./proof/prove.ts'));
  const verificationId = await new sdk.PhoneAuthProvider(auth).verifyPhoneNumber(to, new ProofVerifier());
  return { phoneNumber, verificationId, resendSeconds: Number(verificationId.split('.').at(-1)) || 0 };
}
