import { useState } from 'react';
import { codeOf } from '../../../shared/errors.ts';
import { callApi, type Caller } from '../../api.ts';
import { useTranslation } from '../../translation.tsx';

const PROBLEMS = {
  'too-many-cards': 'tooMany',
  'too-many-requests': 'tooOften',
  'payment-unavailable': 'away',
  'terms-changed': 'changed',
} as const;
type Problem = (typeof PROBLEMS)[keyof typeof PROBLEMS] | 'failed';

/** Opens the provider's page that saves a card. `version`: of the text that the page shows. */
export function useAddCard(caller: Caller, version: number) {
  const { locale } = useTranslation();
  const [adding, setAdding] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  async function add(): Promise<void> {
    setAdding(true);
    setProblem(undefined);
    try {
      const { url } = await callApi('post /account/cards/setup', { body: { consent: version, locale }, caller });
      location.assign(url);
    } catch (error) {
      const code = codeOf(error) ?? '';
      setProblem(code in PROBLEMS ? PROBLEMS[code as keyof typeof PROBLEMS] : 'failed');
      setAdding(false);
    }
  }

  return { add, adding, problem };
}
