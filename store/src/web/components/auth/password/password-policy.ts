import { useEffect, useState } from 'react';
import { DEFAULT_MIN_LENGTH, MAX_LENGTH, type PasswordRules } from '../../../../shared/password-rules.ts';
import { useRootData } from '../../../root-data.ts';

/** The identity server's rules for a new password, fetched once `wanted`; undefined until it answers. */
export function usePasswordRules(wanted = true): PasswordRules | undefined {
  const { apiKey } = useRootData().identity;
  const [rules, setRules] = useState<PasswordRules>();
  useEffect(() => {
    if (!wanted) return;
    const leaving = new AbortController();
    void fetchRules(apiKey, leaving.signal)
      .then(setRules)
      // A missing hint is no error: the server checks the password anyway.
      .catch(() => {});
    return () => leaving.abort();
  }, [apiKey, wanted]);
  return rules;
}

async function fetchRules(apiKey: string, signal: AbortSignal): Promise<PasswordRules> {
  const answer = await fetch(`/identity/v2/passwordPolicy?key=${encodeURIComponent(apiKey)}`, { signal });
  return rulesOf(await answer.json());
}

/** The wire's default, until the server answers. */
export const DEFAULT_RULES = rulesOf({});

/** Parses the wire's answer (GET v2/passwordPolicy); a missing rule is not required. */
export function rulesOf(answer: unknown): PasswordRules {
  const { customStrengthOptions: options = {}, allowedNonAlphanumericCharacters: symbols } = answer as {
    customStrengthOptions?: Record<string, unknown>;
    allowedNonAlphanumericCharacters?: unknown;
  };
  const length = (name: string, otherwise: number) => (typeof options[name] === 'number' ? options[name] : otherwise);
  return {
    minLength: length('minPasswordLength', DEFAULT_MIN_LENGTH),
    maxLength: length('maxPasswordLength', MAX_LENGTH),
    lower: options['containsLowercaseCharacter'] === true,
    upper: options['containsUppercaseCharacter'] === true,
    digit: options['containsNumericCharacter'] === true,
    symbol: options['containsNonAlphanumericCharacter'] === true,
    symbols: Array.isArray(symbols) ? symbols.join('') : '',
  };
}
