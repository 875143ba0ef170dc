import { useCallback, useEffect, useRef, useState } from 'react';
import { codeOf } from '../../../../shared/errors.ts';
import { type CodeFacts, useCodeActions } from '../../../session/code-actions.ts';

/** Error codes of the SDK for a link that will never work (again), and their meaning. */
const DEAD = { 'auth/invalid-action-code': 'used', 'auth/expired-action-code': 'expired' } as const;

export type Death = (typeof DEAD)[keyof typeof DEAD];

/** Why a link is invalid, from an error of the SDK; undefined when it may still work. */
export function deathOf(error: unknown): Death | undefined {
  const code = codeOf(error) ?? '';
  return code in DEAD ? DEAD[code as keyof typeof DEAD] : undefined;
}

export type Inspection =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown }
  | { status: 'dead'; death: Death }
  | { status: 'good'; facts: CodeFacts };

/**
 * The facts of a mailed link's code. The inspection does not use it up, so a mail scanner that opens the page does no
 * harm.
 */
export function useInspection(code: string): { inspection: Inspection; retry: () => void } {
  const { inspect } = useCodeActions();
  const [inspection, setInspection] = useState<Inspection>({ status: 'loading' });
  const [round, setRound] = useState(0);
  // The function changes with the language; the result does not.
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
