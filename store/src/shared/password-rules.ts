/**
 * The rules for a password, with the characters that count as symbols (the wire's `customStrengthOptions` and
 * `allowedNonAlphanumericCharacters`).
 */
export type PasswordRules = {
  minLength: number;
  maxLength: number;
  lower: boolean;
  upper: boolean;
  digit: boolean;
  symbol: boolean;
  symbols: string;
};
export type PasswordRule = Exclude<keyof PasswordRules, 'symbols'>;

/** The wire's default without a minimum. */
export const DEFAULT_MIN_LENGTH = 6;
/** The wire's maximum length; lengths of at least 64 should be accepted (ASVS 6.2.9). */
export const MAX_LENGTH = 4096;

/**
 * The rules that a password violates. Counts like the stock SDK's `validatePassword`, so that both always agree:
 * lengths in UTF-16 code units, ASCII letters and digits.
 */
export function unmetRules(password: string, rules: PasswordRules): PasswordRule[] {
  const isMet: Record<PasswordRule, boolean> = {
    minLength: password.length >= rules.minLength,
    maxLength: password.length <= rules.maxLength,
    lower: !rules.lower || /[a-z]/.test(password),
    upper: !rules.upper || /[A-Z]/.test(password),
    digit: !rules.digit || /[0-9]/.test(password),
    symbol: !rules.symbol || password.split('').some((unit) => rules.symbols.includes(unit)),
  };
  return (Object.keys(isMet) as PasswordRule[]).filter((rule) => !isMet[rule]);
}
