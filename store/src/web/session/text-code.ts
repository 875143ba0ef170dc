import type { PhoneInfoOptions } from 'firebase/auth';
import { loadChunk } from './load-chunk.ts';
import type { Opened } from './opened-session.ts';

/** A sent code. `resendSeconds`: the server's minimum interval until the next one. */
export type SentCode = { phoneNumber: string; verificationId: string; resendSeconds: number };

/** Texts a code, after a proof of work. `to`: the number, or the existing or future second factor. */
export async function textCode(
  { sdk, auth }: Opened,
  phoneNumber: string,
  to: PhoneInfoOptions | string = phoneNumber,
): Promise<SentCode> {
  const { ProofVerifier } = await loadChunk(() => import('./proof/prove.ts'));
  const verificationId = await new sdk.PhoneAuthProvider(auth).verifyPhoneNumber(to, new ProofVerifier());
  return { phoneNumber, verificationId, resendSeconds: Number(verificationId.split('.').at(-1)) || 0 };
}
