import { createContext, useContext } from 'react';

/** The Content-Security-Policy nonce while the server renders; nothing in the browser, which hides it. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
