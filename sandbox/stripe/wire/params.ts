import * as z from 'zod';
import { invalid, notBuilt } from './errors.ts';
import { paramName, type Form } from './form.ts';

/** A whole number in a string. */
export const integer = (least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^-?\d{1,15}$/, { error: (issue) => `Invalid integer: ${String(issue.input)}` })
    .transform(Number)
    .refine((n) => n >= least, { error: `This value must be greater than or equal to ${least}.` })
    .refine((n) => n <= most, { error: `This value must be less than or equal to ${most}.` });

export const boolean = z
  .enum(['true', 'false'], {
    error: (issue) => (issue.input === undefined ? '' : `Invalid boolean: ${String(issue.input)}`),
  })
  .transform((text) => text === 'true');

/**
 * A string of at most `most` characters. The empty string counts as "not given", as Stripe defines it for optional
 * strings.
 */
export const text = (most = 5000) =>
  z.string().max(most, { error: `Invalid string: must be at most ${most} characters` });

export const email = text(800).regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, {
  error: (issue) => `Invalid email address: ${String(issue.input)}`,
});

/** Up to 50 pairs: keys of at most 40 characters, values of at most 500. An empty value removes its key. */
export const metadata = z
  .union([z.literal('').transform(() => ({})), z.record(text(40), text(500))])
  .transform((pairs) => Object.fromEntries(Object.entries<string>(pairs).filter(([, value]) => value !== '')))
  .refine((pairs) => Object.keys(pairs).length <= 50, { error: 'You can only have 50 keys in metadata.' });

/** Metadata in the change of an object: pairs to merge, or the empty string, which removes all. */
export const metadataUpdate = z.union([z.literal(''), z.record(text(40), text(500))]);

export const expandable = z.array(z.string()).optional();

/** A list's `created` filter, in Unix seconds: one second, or a range. */
export const createdFilter = z
  .union([
    integer(0).transform((at) => ({ gte: at, lte: at })),
    z.strictObject({
      gt: integer(0).optional(),
      gte: integer(0).optional(),
      lt: integer(0).optional(),
      lte: integer(0).optional(),
    }),
  ])
  .optional();

/** The parameters of every list. */
export const paging = {
  limit: integer(1, 100).default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  expand: expandable,
};

/**
 * Parses a decoded form, or throws Stripe's 400 for its first fault: parameter_unknown, parameter_missing, or the
 * message of the schema. `unbuilt` names parameters that Stripe has and this sandbox does not (without array indices:
 * `line_items[][price]`). They answer 501.
 */
export function parseParams<S extends z.ZodType>(schema: S, form: Form, unbuilt: readonly string[] = []): z.output<S> {
  const parsed = schema.safeParse(form);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!;
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => paramName([...issue.path, key]));
    const unknown = names.filter((name) => !unbuilt.includes(name.replaceAll(/\[\d+\]/g, '[]')));
    if (unknown.length === 0) throw notBuilt(`the parameter ${names.join(', ')}`);
    throw invalid(
      `Received unknown parameter${unknown.length > 1 ? 's' : ''}: ${unknown.join(', ')}`,
      unknown[0],
      'parameter_unknown',
    );
  }
  const param = paramName(issue.path);
  const value = issue.path.reduce<unknown>(
    (node, part) => (node as Record<PropertyKey, unknown> | undefined)?.[part],
    form,
  );
  if (value === undefined) throw invalid(`Missing required param: ${param}.`, param, 'parameter_missing');
  if (value === '') {
    throw invalid(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`,
      param,
      'parameter_invalid_empty',
    );
  }
  if (issue.code === 'invalid_value') {
    throw invalid(`Invalid ${param}: must be one of ${issue.values.map(String).join(', ')}`, param);
  }
  throw invalid(
    issue.message,
    param,
    issue.message.startsWith('Invalid integer') ? 'parameter_invalid_integer' : undefined,
  );
}
