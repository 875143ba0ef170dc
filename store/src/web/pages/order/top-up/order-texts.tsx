import { createContext, type ReactNode, useContext } from 'react';
import type { OrderTextVersions } from '../../../../shared/legal.ts';

const TextsContext = createContext<OrderTextVersions | null>(null);

/** The versions of the legal texts that a buyer accepts, for what stands inside. */
export function OrderTexts({ texts, children }: { texts: OrderTextVersions; children: ReactNode }) {
  return <TextsContext value={texts}>{children}</TextsContext>;
}

/** Null on a page that does not state them: nothing is sold there. */
export const useOrderTexts = (): OrderTextVersions | null => useContext(TextsContext);
