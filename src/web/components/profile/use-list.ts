import { useCallback, useEffect, useState } from 'react';
import { authedFetch } from '../../session/authed-fetch.ts';

export type List<T> = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; items: T[] };

/**
 * A list of the person who is signed in, from one of our own addresses that answers `{ [key]: T[] }`. `retry` loads it
 * again; a change of `owner` (the account's uid) does, too.
 */
export function useList<T>(path: `/${string}`, key: string, owner: string): { list: List<T>; retry: () => void } {
  const [list, setList] = useState<List<T>>({ status: 'loading' });
  const [round, setRound] = useState(0);

  useEffect(() => {
    const leaving = new AbortController();
    setList({ status: 'loading' });
    load<T>(path, key, leaving.signal).then(
      (items) => setList({ status: 'ready', items }),
      () => !leaving.signal.aborted && setList({ status: 'failed' }),
    );
    return () => leaving.abort();
  }, [path, key, owner, round]);

  return { list, retry: useCallback(() => setRound((before) => before + 1), []) };
}

async function load<T>(path: `/${string}`, key: string, signal: AbortSignal): Promise<T[]> {
  const answer = await authedFetch(path, { signal });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  const body = (await answer.json()) as Record<string, T[]>;
  signal.throwIfAborted();
  return body[key] ?? [];
}
