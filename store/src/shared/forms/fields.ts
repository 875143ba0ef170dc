import * as z from 'zod/mini';
import { isEmail } from '../email.ts';

/**
 * Fields that forms share, for the browser and for the server: one schema says what a form may hold. The message of an
 * issue is the rule that was broken, by the name that our API answers.
 */
export type FieldRule = 'required' | 'email' | 'too-long' | 'must-be-true' | 'value';

/** What an e-mail address must be; blanks around it are cut off. For a schema of the whole `zod` too, which OpenAPI needs. */
export const emailChecks = [
  z.trim(),
  z.minLength(1, 'required'),
  z.maxLength(254, 'too-long'),
  z.refine<string>((text) => isEmail(text), 'email'),
] as const;

/** One e-mail address. */
export const emailField = z.string().check(...emailChecks);

/** A password that is asked for; what a new one must be is the policy's to say (`password-rules.ts`). */
export const passwordField = z.string().check(z.minLength(1, 'required'));

/** A checkbox that must be ticked; its value is `on` or empty. */
export const tickedField = z.string().check(z.minLength(1, 'must-be-true'));
