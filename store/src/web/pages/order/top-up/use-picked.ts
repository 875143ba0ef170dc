import { type RefObject, useEffect, useRef, useState } from 'react';
import type { TopUpChoice } from '../../../../shared/top-up-views.ts';

type Picked = {
  form: RefObject<HTMLFormElement | null>;
  /** Undefined when it is not offered any more: none is checked then. */
  picked: TopUpChoice | undefined;
  pick: (planId: string) => void;
};

/** The plan whose radio button is checked, also when that was done before hydration. */
export function usePicked(choices: readonly TopUpChoice[], first: TopUpChoice | undefined): Picked {
  const form = useRef<HTMLFormElement>(null);
  const [planId, pick] = useState(first?.planId);

  useEffect(() => {
    const checked = form.current === null ? null : new FormData(form.current).get('plan');
    if (typeof checked === 'string') pick(checked);
  }, []);

  return { form, picked: choices.find((choice) => choice.planId === planId), pick };
}
