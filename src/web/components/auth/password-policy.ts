import type { Translator } from '../../../i18n/i18n.ts';
import { useEffect, useState } from 'react';
import { useRootData } from '../../root-data.ts';

/** The wire's default for a policy without a minimum (specification, 3: "Password policy"). */
const DEFAULT_MINIMUM = 6;

/** Kinds of characters that a policy can ask for. */
export type Need = 'lower' | 'upper' | 'digit' | 'symbol';

export type PasswordPolicy = { min: number; needs: Need[] };

const NEEDS: Record<string, Need> = {
  containsLowercaseCharacter: 'lower',
  containsUppercaseCharacter: 'upper',
  containsNumericCharacter: 'digit',
  containsNonAlphanumericCharacter: 'symbol',
};

/** What the identity server asks of a new password, fetched once `wanted`; the default until it answers. */
export function usePasswordPolicy(wanted: boolean): PasswordPolicy {
  const { apiKey } = useRootData().identity;
  const [policy, setPolicy] = useState<PasswordPolicy>({ min: DEFAULT_MINIMUM, needs: [] });
  useEffect(() => {
    if (!wanted) return;
    const leaving = new AbortController();
    void fetchPolicy(apiKey, leaving.signal)
      .then(setPolicy)
      // A hint is not worth an error: the server checks the password anyway.
      .catch(() => {});
    return () => leaving.abort();
  }, [apiKey, wanted]);
  return policy;
}

async function fetchPolicy(apiKey: string, signal: AbortSignal): Promise<PasswordPolicy> {
  const answer = await fetch(`/identity/v2/passwordPolicy?key=${encodeURIComponent(apiKey)}`, { signal });
  return policyOf(await answer.json());
}

/** Reads the wire's answer (GET v2/passwordPolicy); what it leaves out is not asked for. */
export function policyOf(answer: unknown): PasswordPolicy {
  const { customStrengthOptions: options = {} } = answer as { customStrengthOptions?: Record<string, unknown> };
  const min = options['minPasswordLength'];
  return {
    min: typeof min === 'number' ? min : DEFAULT_MINIMUM,
    needs: Object.keys(NEEDS)
      .filter((name) => options[name] === true)
      .map((name) => NEEDS[name]!),
  };
}

/** Length as the policy counts it: characters, not UTF-16 units. */
export function tooShort(password: string, policy: PasswordPolicy): boolean {
  return [...password].length < policy.min;
}

/** What is asked of a new password, in sentences. */
export function policyHint(policy: PasswordPolicy, t: Translator): string {
  return [t('auth.passwordHint', { min: policy.min }), ...policy.needs.map((need) => t(`auth.needs.${need}`))].join(
    ' ',
  );
}
