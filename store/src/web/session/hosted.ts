import { useRootData } from '../root-data.ts';

/**
 * True when Google's identity service stores the accounts. Our pages do not offer what that service manages itself
 * (mails, policy, second factors, sessions).
 */
export function useIsHosted(): boolean {
  return useRootData().identity.authDomain !== undefined;
}
