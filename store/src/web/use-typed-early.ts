import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Takes over what was typed while the page had no scripts yet, as on a slow network: `shown` is what the field held when the
 * page was rendered. Without this the field keeps its text, and nothing is searched for until the next key.
 */
export function useTypedEarly(
  field: RefObject<HTMLInputElement | null>,
  shown: string,
  take: (text: string) => void,
): void {
  const takeOver = useEffectEvent(() => {
    const typed = field.current?.value;
    if (typed !== undefined && typed !== shown) take(typed);
  });
  useEffect(() => takeOver(), []);
}
