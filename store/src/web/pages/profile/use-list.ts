import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi, type Caller } from '../../api.ts';

export type List<T> =
  | { status: 'loading' }
  | { status: 'failed' }
  | {
      status: 'ready';
      items: T[];
      /** Where the rest begins; null when all is here. */
      next: string | null;
      /** How the loading of the next page goes. */
      more: 'idle' | 'loading' | 'failed';
    };

export type PagedList<T> = { list: List<T>; retry: () => void; showMore: () => void };

/**
 * A list from one of our own addresses, which answers `{ [key]: T[], next }` page by page, as `caller`. Loaded again on
 * `retry` and when `owner` (the account's uid) changes, not with every new token.
 */
export function useList<T>(
  path: string,
  key: string,
  { owner, caller }: { owner: string; caller: Caller },
): PagedList<T> {
  const [list, setList] = useState<List<T>>({ status: 'loading' });
  const [round, setRound] = useState(0);
  const latest = useRef(caller);
  /** Counts loads from the start: a page that was asked for before one is not added after it. */
  const current = useRef(0);

  useEffect(() => {
    latest.current = caller;
  });

  useEffect(() => {
    const mine = ++current.current;
    const settle = (loaded: List<T>) => mine === current.current && setList(loaded);
    setList({ status: 'loading' });
    fetchPage<T>(path, key, latest.current).then(
      (page) => settle({ status: 'ready', ...page, more: 'idle' }),
      () => settle({ status: 'failed' }),
    );
  }, [path, key, owner, round]);

  function showMore() {
    if (list.status !== 'ready' || list.next === null || list.more === 'loading') return;
    const mine = current.current;
    const shown = list.items;
    const settle = (loaded: List<T>) => mine === current.current && setList(loaded);
    setList({ ...list, more: 'loading' });
    fetchPage<T>(`${path}&before=${list.next}`, key, latest.current).then(
      ({ items, next }) => settle({ status: 'ready', items: [...shown, ...items], next, more: 'idle' }),
      () => settle({ ...list, more: 'failed' }),
    );
  }

  return { list, retry: useCallback(() => setRound((before) => before + 1), []), showMore };
}

async function fetchPage<T>(path: string, key: string, caller: Caller): Promise<{ items: T[]; next: string | null }> {
  const answer = await callApi<Record<string, T[]> & { next: string | null }>(path, { caller });
  return { items: answer[key] ?? [], next: answer.next };
}
