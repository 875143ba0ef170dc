import { type ComponentProps, useEffect, useState } from 'react';
import { Spinner } from '../../../ui/spinner.tsx';
import { loadChunk } from '../../session/load-chunk.ts';
import { authErrorWords } from '../../session/auth-error-message.ts';
import { ProblemAlert } from '../auth/problem-alert.tsx';
import { problemOf } from '../auth/use-auth-form.ts';
import type { PhoneStep } from './phone-step.tsx';

/** The step with a phone number; its script is imported when it is first shown. */
export function PhoneOnDemand(props: ComponentProps<typeof PhoneStep>) {
  const [loaded, setLoaded] = useState<{ Step: typeof PhoneStep }>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    loadChunk(() => import('./phone-step.tsx')).then(
      ({ PhoneStep: Step }) => setLoaded({ Step }),
      (error: unknown) => setFailure(error),
    );
  }, []);
  if (failure !== undefined) return <ProblemAlert problem={problemOf(failure, authErrorWords(failure))} />;
  return loaded === undefined ? <Spinner /> : <loaded.Step {...props} />;
}
