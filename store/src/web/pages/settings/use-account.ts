import { useCallback, useEffect, useRef, useState } from 'react';
import type { AccountPage } from '../../../http/api/account-views.ts';
import { callApi, type Caller } from '../../api.ts';

/** `recentUntil` by this browser's clock: until then the sign-in counts as recent. */
export type AccountDetails = AccountPage & { recentUntil: number };
export type SignedInSession = AccountPage['sessions'][number];

export type AccountState = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; details: AccountDetails };

/** The account's details. `refresh` reads them again and keeps the old ones until then; `retry` starts over. */
export function useAccount({ owner, caller }: { owner: string; caller: Caller }): {
  state: AccountState;
  refresh: () => void;
  retry: () => void;
} {
  const [state, setState] = useState<AccountState>({ status: 'loading' });
  const [round, setRound] = useState(0);
  const latest = useRef(caller);

  useEffect(() => {
    latest.current = caller;
  });

  useEffect(() => {
    let left = false;
    callApi('get /account', { caller: latest.current }).then(
      (page) => {
        const recentUntil = Date.now() + page.recentLoginSeconds * 1000;
        if (!left) setState({ status: 'ready', details: { ...page, recentUntil } });
      },
      () => left || setState((before) => (before.status === 'ready' ? before : { status: 'failed' })),
    );
    return () => {
      left = true;
    };
  }, [owner, round]);

  const refresh = useCallback(() => setRound((before) => before + 1), []);
  const retry = useCallback(() => {
    setState({ status: 'loading' });
    refresh();
  }, [refresh]);
  return { state, refresh, retry };
}
