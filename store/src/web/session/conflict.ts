import type { FirebaseError } from 'firebase/app';
import type { OAuthCredential } from 'firebase/auth';
import type { OpenedSession } from './opened-session.ts';
import type { Provider } from './provider-names.ts';

/** A provider's address that belongs to an account here, which has other ways in. */
export type Conflict = {
  provider: Provider;
  email: string;
  /** Ways into the account, by the wire's names; empty when the server does not tell. */
  ways: string[];
  /** What links the provider once the owner of the account has signed in. */
  credential: OAuthCredential;
};

/** Reads the SDK's `account-exists-with-different-credential`; undefined for any other failure. */
export async function conflictOf(
  error: unknown,
  provider: Provider,
  { open }: OpenedSession,
): Promise<Conflict | undefined> {
  const failure = error as FirebaseError | undefined;
  if (failure?.code !== 'auth/account-exists-with-different-credential') return undefined;
  const { sdk } = await open();
  const credential = sdk.OAuthProvider.credentialFromError(failure);
  const data = failure.customData as { email?: string; _tokenResponse?: { verifiedProvider?: string[] } } | undefined;
  if (credential === null || data?.email === undefined) return undefined;
  return { provider, email: data.email, ways: data._tokenResponse?.verifiedProvider ?? [], credential };
}
