import { useRootData } from '../root-data.ts';

/**
 * True when Google's identity service keeps the accounts. What is its own there (mails, policy, second factors, sessions) is
 * not offered by our pages.
 */
export function useIsHosted(): boolean {
  return useRootData().identity.authDomain !== undefined;
}
