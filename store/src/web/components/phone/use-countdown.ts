import { useEffect, useState } from 'react';

const leftOf = (since: number, seconds: number) => Math.max(0, Math.ceil((since + seconds * 1000 - Date.now()) / 1000));

/** Seconds left of a pause that began at `since` (this browser's clock); 0 once it is over. */
export function useCountdown(since: number, seconds: number): number {
  const [left, setLeft] = useState(() => leftOf(since, seconds));
  useEffect(() => {
    setLeft(leftOf(since, seconds));
    const timer = setInterval(() => setLeft(leftOf(since, seconds)), 500);
    return () => clearInterval(timer);
  }, [since, seconds]);
  return left;
}
