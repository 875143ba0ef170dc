import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { loadChunk } from '../../../session/load-chunk.ts';
import { type SecondStep, useSecondStep } from '../../../session/second-step.ts';

type Form = ComponentType<{ step: SecondStep; heading?: 'h1' | 'h2' }>;

/**
 * Shows the second step in place of a form whose sign-in waits for it. The form stays mounted but hidden, and continues
 * afterwards.
 */
export function SecondStepGate({ heading, children }: { heading?: 'h1' | 'h2'; children: ReactNode }) {
  const step = useSecondStep();
  const [Loaded, setLoaded] = useState<Form>();

  useEffect(() => {
    if (step === undefined) return;
    loadChunk(() => import('./second-step-form.tsx')).then(
      (chunk) => setLoaded(() => chunk.SecondStepForm),
      (error: unknown) => step.end(error),
    );
  }, [step]);

  const shown = step !== undefined && Loaded !== undefined;
  return (
    <>
      {shown && <Loaded step={step} heading={heading} />}
      <div hidden={shown}>{children}</div>
    </>
  );
}
