import * as z from 'zod/mini';
import { travelField } from './travel.ts';
import { accountEmailField, emailField, type FieldRule, passwordField, tickedField } from './fields.ts';

/** A form: the schema of each field by the name of its input, in the order of the page. */
export type FormSchema = z.ZodMiniObject<Record<string, z.ZodMiniType<unknown, string | undefined>>>;
export type FieldName<Schema extends FormSchema> = keyof Schema['shape'] & string;
export type FieldErrors<Schema extends FormSchema> = Partial<Record<FieldName<Schema>, FieldRule>>;

/** A form with an address only. */
export const emailForm = z.object({ email: emailField });
/** A form with a password only. */
export const passwordForm = z.object({ password: passwordField });
export const changeAddressForm = z.object({ newEmail: emailField });
/** `begin`: the consent, which is not asked of every buyer. */
export const checkoutForm = z.object({
  email: emailField,
  country: z.optional(z.string()),
  travelDate: travelField,
  device: tickedField,
  begin: z.optional(tickedField),
});

type Twice = { password: string; confirmation?: string | undefined };
const twice = { password: passwordField, confirmation: z.optional(z.string()) };
/** Checked despite other errors, so that the message under the field is right during typing. */
const sameTwice = z.refine<Twice>(
  ({ password, confirmation }) => confirmation === undefined || password === confirmation,
  { error: 'value', path: ['confirmation'], when: () => true },
);
export const newPasswordForm = z.object(twice).check(sameTwice);
/** Signing in, and signing up, which has the password twice. */
export const authForm = z.object({ email: accountEmailField, ...twice }).check(sameTwice);

/** The first violated rule of each field; empty for a valid form. */
export function fieldErrors<Schema extends FormSchema>(
  schema: Schema,
  values: Partial<Record<string, string>>,
): FieldErrors<Schema> {
  const errors: FieldErrors<Schema> = {};
  for (const { path, message } of z.safeParse(schema, values).error?.issues ?? [])
    errors[path[0] as FieldName<Schema>] ??= message as FieldRule;
  return errors;
}
