import * as z from 'zod/mini';

/** Control characters, and marks that turn the direction of the text around them. */
const UNSEEN = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** Two letters of a country, then letters and digits with the signs that some write between them. */
const VAT_ID = /^[A-Za-z]{2}[0-9A-Za-z+*][0-9A-Za-z+* .-]{1,17}$/;

const line = (longest: number) =>
  [z.trim(), z.maxLength(longest, 'too-long'), z.refine<string>((text) => !UNSEEN.test(text), 'value')] as const;

/** The rules of what an account wants on its receipts, for a schema of `zod` too. Every field may be empty. */
export const billingChecks = {
  name: line(120),
  /** In several lines. */
  address: [
    z.trim(),
    z.maxLength(300, 'too-long'),
    z.refine<string>((text) => !UNSEEN.test(text.replaceAll(/\r?\n/g, ' ')), 'value'),
  ] as const,
  company: line(160),
  vatId: [z.trim(), z.refine<string>((text) => text === '' || VAT_ID.test(text), 'value')] as const,
};

export const billingForm = z.object({
  name: z.string().check(...billingChecks.name),
  address: z.string().check(...billingChecks.address),
  company: z.string().check(...billingChecks.company),
  vatId: z.string().check(...billingChecks.vatId),
});
