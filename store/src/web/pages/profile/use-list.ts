import { useCallback, useEffect, useRef, useState } from 'react';
import type { Caller } from '../../api.ts';

export type List<T> =
  | { status: 'loading' }
  | { status: 'failed' }
  | {
      status: 'ready';
      items: T[];
      /** The cursor of the next page; null on the last page. */
      next: string | null;
      /** The state of loading the next page. */
      more: 'idle' | 'loading' | 'failed';
    };

export type PagedList<T> = { list: List<T>; retry: () => void; showMore: () => void };

/** Reads the page of a list after the cursor `before`. */
export type LoadPage<T> = (caller: Caller, before?: string) => Promise<{ items: T[]; next: string | null }>;

/**
 * A list, read page by page as `caller`. Loaded again on `retry` and when `owner` (the account's uid) changes, not with
 * every new token.
 */
export function useList<T>(load: LoadPage<T>, { owner, caller }: { owner: string; caller: Caller }): PagedList<T> {
  const [list, setList] = useState<List<T>>({ status: 'loading' });
  const [round, setRound] = useState(0);
  const latest = useRef(caller);
  /** Increased by each load from the start: a page that was requested before it is dropped. */
  const current = useRef(0);

  useEffect(() => {
    latest.current = caller;
  });

  useEffect(() => {
    const mine = ++current.current;
    const settle = (loaded: List<T>) => mine === current.current && setList(loaded);
    setList({ status: 'loading' });
    load(latest.current).then(
      (page) => settle({ status: 'ready', ...page, more: 'idle' }),
      () => settle({ status: 'failed' }),
    );
  }, [load, owner, round]);

  function showMore() {
    if (list.status !== 'ready' || list.next === null || list.more === 'loading') return;
    const mine = current.current;
    const shown = list.items;
    const settle = (loaded: List<T>) => mine === current.current && setList(loaded);
    setList({ ...list, more: 'loading' });
    load(latest.current, list.next).then(
      ({ items, next }) => settle({ status: 'ready', items: [...shown, ...items], next, more: 'idle' }),
      () => settle({ ...list, more: 'failed' }),
    );
  }

  return { list, retry: useCallback(() => setRound((before) => before + 1), []), showMore };
}
