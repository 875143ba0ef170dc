import { useCallback, useEffect, useState } from 'react';
import { loadChunk } from '../../../session/load-chunk.ts';

export type PasswordScore =
  | { status: 'none' }
  | { status: 'failed'; retry: () => void }
  | { status: 'known'; /** 0 to 4 */ score: number };

/** People type faster than a live region should speak. */
const PAUSE_MS = 200;

/** How hard `password` is to guess; the estimator is loaded with its first letter. */
export function usePasswordScore(password: string, email: string): PasswordScore {
  const [score, setScore] = useState<number>();
  const [failed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  const retry = useCallback(() => {
    setFailed(false);
    setRound((before) => before + 1);
  }, []);

  useEffect(() => {
    if (password === '') {
      setScore(undefined);
      return;
    }
    let left = false;
    const timer = setTimeout(() => {
      loadChunk(() => import('./estimator.ts')).then(
        ({ estimate }) => left || setScore(estimate(password, email.split('@'))),
        () => left || setFailed(true),
      );
    }, PAUSE_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [password, email, round]);

  if (failed) return { status: 'failed', retry };
  return score === undefined || password === '' ? { status: 'none' } : { status: 'known', score };
}
