import { useState } from 'react';
import { authErrorWords, type Words } from '../../../session/auth-error-message.ts';
import { type Problem, problemOf } from '../../../components/auth/use-auth-form.ts';
import { type Death, deathOf } from './use-inspection.ts';

/** The state of the single action on a mailed link's page: pending, error, or an invalid link. */
export function useClick() {
  const [state, setState] = useState<'waiting' | 'busy' | 'done'>('waiting');
  const [problem, setProblem] = useState<Problem>();
  const [death, setDeath] = useState<Death>();

  /** `say` returns a text of its own for an error, or none. */
  async function click(work: () => Promise<void>, say: (error: unknown) => Words | undefined = () => undefined) {
    setState('busy');
    setProblem(undefined);
    try {
      await work();
      setState('done');
    } catch (error) {
      setDeath(deathOf(error));
      setProblem(problemOf(error, say(error) ?? authErrorWords(error)));
      setState('waiting');
    }
  }

  return { state, problem, death, click };
}
