import { createContext, useContext } from 'react';

/** The Content-Security-Policy nonce of the document; undefined on public pages, whose policy has hashes. */
export const NonceContext = createContext<string | undefined>(undefined);

export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
