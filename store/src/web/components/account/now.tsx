import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

const NowContext = createContext<number | null>(null);

/** How often a page looks at the clock again. */
const TICK_MS = 30_000;

/**
 * The time for what stands inside, from the server's time of the page on: the first render is that of the server, and a
 * phone whose clock is wrong still counts the minutes right.
 */
export function NowProvider({ at, children }: { at: string; children: ReactNode }) {
  const [passedMs, setPassedMs] = useState(0);
  useEffect(() => {
    const loadedAt = Date.now();
    const look = () => setPassedMs(Math.max(0, Date.now() - loadedAt));
    const timer = setInterval(look, TICK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [at]);
  return <NowContext value={Date.parse(at) + passedMs}>{children}</NowContext>;
}

/** The present time in milliseconds; outside of a `NowProvider` that of the first render. */
export function useNow(): number {
  const [mounted] = useState(() => Date.now());
  return useContext(NowContext) ?? mounted;
}
