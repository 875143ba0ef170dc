import { useEffect, useState } from 'react';
import { useRootData } from '../../root-data.ts';

/** The wire's default for a policy without a minimum (specification, 3: "Password policy"). */
const DEFAULT_MINIMUM = 6;

/** The fewest characters a password may have, asked from the identity server once `wanted`; the default until it answers. */
export function usePasswordMinimum(wanted: boolean): number {
  const { apiKey } = useRootData().identity;
  const [minimum, setMinimum] = useState(DEFAULT_MINIMUM);
  useEffect(() => {
    if (!wanted) return;
    const leaving = new AbortController();
    void fetchMinimum(apiKey, leaving.signal)
      .then(setMinimum)
      // A hint is not worth an error: the server checks the password anyway.
      .catch(() => {});
    return () => leaving.abort();
  }, [apiKey, wanted]);
  return minimum;
}

async function fetchMinimum(apiKey: string, signal: AbortSignal): Promise<number> {
  const answer = await fetch(`/identity/v2/passwordPolicy?key=${encodeURIComponent(apiKey)}`, { signal });
  const policy = (await answer.json()) as { customStrengthOptions?: { minPasswordLength?: unknown } };
  const minimum = policy.customStrengthOptions?.minPasswordLength;
  return typeof minimum === 'number' ? minimum : DEFAULT_MINIMUM;
}
