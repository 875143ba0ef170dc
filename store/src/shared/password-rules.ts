/** What is asked of a password, with the characters that count as a symbol (the wire's `customStrengthOptions` and `allowedNonAlphanumericCharacters`). */
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

/** The wire's default for a policy without a minimum. */
export const DEFAULT_MIN_LENGTH = 6;
/** Longest password the wire knows; lengths of at least 64 should be taken (ASVS 6.2.9). */
export const MAX_LENGTH = 4096;

/**
 * The rules that a password breaks. Counts as the stock SDK's `validatePassword` does, so that both always agree: lengths in
 * UTF-16 code units, letters and digits of ASCII.
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
