import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi, type Caller } from '../../api.ts';

export type List<T> = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; items: T[] };

/**
 * A list from one of our own addresses, which answers `{ [key]: T[] }`, as `caller`. Loaded again on `retry` and when
 * `owner` (the account's uid) changes, not with every new token.
 */
export function useList<T>(
  path: string,
  key: string,
  { owner, caller }: { owner: string; caller: Caller },
): { list: List<T>; retry: () => void } {
  const [list, setList] = useState<List<T>>({ status: 'loading' });
  const [round, setRound] = useState(0);
  const latest = useRef(caller);

  useEffect(() => {
    latest.current = caller;
  });

  useEffect(() => {
    let left = false;
    const settle = (next: List<T>) => left || setList(next);
    setList({ status: 'loading' });
    callApi<Record<string, T[]>>(path, { caller: latest.current }).then(
      (answer) => settle({ status: 'ready', items: answer[key] ?? [] }),
      () => settle({ status: 'failed' }),
    );
    return () => {
      left = true;
    };
  }, [path, key, owner, round]);

  return { list, retry: useCallback(() => setRound((before) => before + 1), []) };
}
