import type { FirebaseError } from 'firebase/app';
import type { OAuthCredential } from 'firebase/auth';
import type { OpenedSession } from './opened-session.ts';
import type { Provider } from './provider-names.ts';

/** A provider's address that belongs to an existing account with other ways to sign in. */
export type Conflict = {
  provider: Provider;
  email: string;
  /** The account's ways to sign in, by the wire's names; empty when the server does not reveal them. */
  ways: string[];
  /** The credential with which the provider is linked after the owner's sign-in. */
  credential: OAuthCredential;
};

/** Converts the SDK's `account-exists-with-different-credential`; undefined for any other error. */
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
