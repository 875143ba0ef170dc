import * as z from 'zod/mini';
import { isEmail, isMailAddress } from '../email.ts';

/**
 * Fields that forms share, for the browser and for the server: one schema for both. The message of an issue is the
 * violated rule, by its name in our API.
 */
export type FieldRule = 'required' | 'email' | 'too-long' | 'must-be-true' | 'value';

const checksOf = (isAddress: (text: string) => boolean) =>
  [
    z.trim(),
    z.minLength(1, 'required'),
    z.maxLength(254, 'too-long'),
    z.refine<string>((text) => isAddress(text), 'email'),
  ] as const;

/**
 * The rules of an address to which we send mail; surrounding spaces are removed. Also usable in a schema of the full
 * `zod`, which OpenAPI needs.
 */
export const emailChecks = checksOf(isMailAddress);

/** One address to which we send mail. */
export const emailField = z.string().check(...emailChecks);

/** The address of an account: the browser's rule for an e-mail input (specification, 5), as in the identity API. */
export const accountEmailField = z.string().check(...checksOf(isEmail));

/** A required password; the policy for new ones is in `password-rules.ts`. */
export const passwordField = z.string().check(z.minLength(1, 'required'));

/** A checkbox that must be ticked; its value is `on` or empty. */
export const tickedField = z.string().check(z.minLength(1, 'must-be-true'));
