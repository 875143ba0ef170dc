import * as z from 'zod/mini';

/** The longest name of an eSIM, in characters as people count them: an emoji of one code point is one. */
export const MAX_ESIM_NAME = 40;

/** Control characters, line breaks and marks that turn the direction of the text around them. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** The rules of a name, for a schema of `zod` too. Surrounding spaces are removed; an empty name removes the old one. */
export const esimNameChecks = [
  z.trim(),
  z.refine<string>((name) => [...name].length <= MAX_ESIM_NAME, 'too-long'),
  z.refine<string>((name) => !UNSEEN.test(name), 'value'),
] as const;

export const esimNameForm = z.object({ name: z.string().check(...esimNameChecks) });
