import { useCallback, useEffect, useRef, useState } from 'react';
import { codeOf } from '../../../../shared/errors.ts';
import { type CodeFacts, useCodeActions } from '../../../session/code-actions.ts';

/** Codes of the SDK for a link that won't ever work (again), and what they mean to its reader. */
const DEAD = { 'auth/invalid-action-code': 'used', 'auth/expired-action-code': 'expired' } as const;

export type Death = (typeof DEAD)[keyof typeof DEAD];

/** How a link is dead, judged by a failure of the SDK; undefined when it may still work. */
export function deathOf(error: unknown): Death | undefined {
  const code = codeOf(error) ?? '';
  return code in DEAD ? DEAD[code as keyof typeof DEAD] : undefined;
}

export type Inspection =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown }
  | { status: 'dead'; death: Death }
  | { status: 'good'; facts: CodeFacts };

/** What the code of a mailed link is about. Asking uses nothing up, so a scanner that opens the page burns no link. */
export function useInspection(code: string): { inspection: Inspection; retry: () => void } {
  const { inspect } = useCodeActions();
  const [inspection, setInspection] = useState<Inspection>({ status: 'loading' });
  const [round, setRound] = useState(0);
  // It changes with the language, which changes no answer.
  const latest = useRef(inspect);

  useEffect(() => {
    latest.current = inspect;
  });

  useEffect(() => {
    let left = false;
    setInspection({ status: 'loading' });
    latest.current(code).then(
      (facts) => left || setInspection({ status: 'good', facts }),
      (error: unknown) => {
        const death = deathOf(error);
        if (!left) setInspection(death === undefined ? { status: 'failed', error } : { status: 'dead', death });
      },
    );
    return () => {
      left = true;
    };
  }, [code, round]);

  return { inspection, retry: useCallback(() => setRound((before) => before + 1), []) };
}
