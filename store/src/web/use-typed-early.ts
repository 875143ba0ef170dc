import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Takes over input from before hydration, for example on a slow network: `shown` is the field's value in the rendered
 * page. Otherwise the field would keep its text, but nothing would be searched before the next key.
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
