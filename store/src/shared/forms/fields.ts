import * as z from 'zod/mini';
import { isEmail } from '../email.ts';

/**
 * Fields that forms share, for the browser and for the server: one schema says what a form may hold. The message of an
 * issue is the rule that was broken, by the name that our API answers.
 */
export type FieldRule = 'required' | 'email' | 'too-long' | 'must-be-true' | 'value';

/** One e-mail address; blanks around it are cut off. */
export const emailField = z.string().check(
  z.trim(),
  z.minLength(1, 'required'),
  z.maxLength(254, 'too-long'),
  z.refine((text) => isEmail(text), 'email'),
);

/** A password that is asked for; what a new one must be is the policy's to say (`password-rules.ts`). */
export const passwordField = z.string().check(z.minLength(1, 'required'));

/** A checkbox that must be ticked; its value is `on` or empty. */
export const tickedField = z.string().check(z.minLength(1, 'must-be-true'));
