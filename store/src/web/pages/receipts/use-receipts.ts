import { useEffect, useRef, useState } from 'react';
import type { AccountDocuments } from '../../../shared/document-view.ts';
import { callApi, type Caller } from '../../api.ts';

/** The receipts of a year: undefined while they load. */
type ReceiptsState = AccountDocuments | undefined | 'failed';

/** Reads the documents of the account. `year` null: of the newest year with any. */
export function useReceipts({ owner, caller, year }: { owner: string; caller: Caller; year: number | null }) {
  const [state, setState] = useState<ReceiptsState>();
  const [round, setRound] = useState(0);
  const latest = useRef(caller);

  useEffect(() => {
    latest.current = caller;
  });

  useEffect(() => {
    let left = false;
    callApi('get /account/documents', { query: year === null ? {} : { year }, caller: latest.current }).then(
      (found) => left || setState(found),
      () => left || setState('failed'),
    );
    return () => {
      left = true;
    };
  }, [owner, year, round]);

  return {
    state,
    retry() {
      setState(undefined);
      setRound((before) => before + 1);
    },
    /** After a change of what is on the next receipts. */
    keepBilling: (billing: AccountDocuments['billing']) =>
      setState((before) => (typeof before === 'object' ? { ...before, billing } : before)),
  };
}
