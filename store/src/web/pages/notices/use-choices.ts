import { useEffect, useRef, useState } from 'react';
import type { NoticeChoice, TopicChoice } from '../../../shared/notices.ts';
import { callApi, type Caller } from '../../api.ts';

/** The choices of the account: undefined while they load. */
export type ChoicesState = TopicChoice[] | undefined | 'failed';

/** Reads the account's choices, and saves each change at once; a change that was not saved is taken back. */
export function useChoices({ owner, caller }: { owner: string; caller: Caller }) {
  const [state, setState] = useState<ChoicesState>();
  const [saved, setSaved] = useState<boolean>();
  const [round, setRound] = useState(0);
  const latest = useRef(caller);
  /** Changes are sent one after another, so that the last one counts. */
  const sending = useRef(Promise.resolve());

  useEffect(() => {
    latest.current = caller;
  });

  useEffect(() => {
    let left = false;
    callApi('get /account/notices', { caller: latest.current }).then(
      ({ choices }) => left || setState(choices),
      () => left || setState('failed'),
    );
    return () => {
      left = true;
    };
  }, [owner, round]);

  function show({ topic, channel, on }: NoticeChoice) {
    setState((before) =>
      Array.isArray(before) ? before.map((row) => (row.topic === topic ? { ...row, [channel]: on } : row)) : before,
    );
  }

  function choose(choice: NoticeChoice) {
    show(choice);
    setSaved(undefined);
    sending.current = sending.current.then(async () => {
      try {
        await callApi('put /account/notices', { body: choice, caller: latest.current });
        setSaved(true);
      } catch {
        show({ ...choice, on: !choice.on });
        setSaved(false);
      }
    });
  }

  return {
    state,
    choose,
    /** Whether the last change was saved; undefined before one, and while it is sent. */
    saved,
    retry() {
      setState(undefined);
      setRound((before) => before + 1);
    },
  };
}
