import { useEffect, useRef, useState } from 'react';
import type { CheckoutCountries } from '../../../shared/checkout-countries.ts';
import { keepDraft, readDraft } from '../../components/checkout/draft.ts';

export type Country = ReturnType<typeof useCountry>;

/**
 * The buyer's country of residence. `stated`: as the buyer says it, or leaves it as the network says it; undefined: the
 * buyer has not touched what is only presumed. The buyer's input has priority, including input from before hydration and
 * what this tab has stored.
 */
export function useCountry({ preselected, names, consentIn, taxIn }: CheckoutCountries) {
  const field = useRef<HTMLSelectElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const first = preselected?.code ?? '';

  useEffect(() => {
    const typed = field.current?.value ?? first;
    setChosen(typed === first ? readDraft().country : typed);
  }, [first]);

  const shown = chosen ?? first;
  const isStated = shown !== '' && (chosen !== null || preselected?.by === 'network');
  return {
    field,
    names,
    shown,
    /** An answer that was not there before can't be chosen. */
    mayBeOpen: preselected === null,
    stated: isStated ? shown : undefined,
    asksConsent: consentIn.includes(shown),
    /** The merchant states what is taxed. */
    isTaxed: taxIn !== null,
    /** The rate of the tax inside the prices; null: none. */
    rateBp: taxIn?.[shown] ?? null,
    isNotSold: taxIn?.[shown] === null,
    choose(code: string) {
      setChosen(code);
      keepDraft({ country: code });
    },
  };
}
