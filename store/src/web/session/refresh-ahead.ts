import type { FirebaseApp } from 'firebase/app';

/** The SDK's interface for its other parts, for example Firestore. */
type AuthForParts = { addAuthTokenListener(listener: (token: string | null) => void): void };
type WithParts = { container: { getProvider(name: 'auth-internal'): { getImmediate(): AuthForParts } } };

/**
 * Makes the SDK refresh tokens 5 minutes before they expire, and retry after 30 seconds to 16 minutes while the network
 * is down (specification, section 9). The SDK does this only while one of its parts listens; otherwise it waits for the
 * next call.
 */
export function refreshAhead(app: FirebaseApp): void {
  const { container } = app as unknown as WithParts;
  container
    .getProvider('auth-internal')
    .getImmediate()
    .addAuthTokenListener(() => {});
}
