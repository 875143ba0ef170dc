import type { FirebaseApp } from 'firebase/app';

/** The SDK's interface for its own other parts, Firestore for example. */
type AuthForParts = { addAuthTokenListener(listener: (token: string | null) => void): void };
type WithParts = { container: { getProvider(name: 'auth-internal'): { getImmediate(): AuthForParts } } };

/**
 * Has the SDK refresh tokens 5 minutes before they expire, and try again after 30 seconds to 16 minutes while the network
 * is away (specification, section 9). It does so only while a part of it listens; without one it waits for the next call.
 */
export function refreshAhead(app: FirebaseApp): void {
  const { container } = app as unknown as WithParts;
  container
    .getProvider('auth-internal')
    .getImmediate()
    .addAuthTokenListener(() => {});
}
