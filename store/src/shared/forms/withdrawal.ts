import * as z from 'zod/mini';
import type { Localized } from '../locale.ts';
import { MAX_NAME_LENGTH } from './contact.ts';
import { emailField } from './fields.ts';
import type { FieldErrors } from './forms.ts';

const MAX_NUMBER_LENGTH = 40;

/**
 * The mail that confirms a declaration repeats name and number, and goes to any address that was typed: so neither may
 * contain a web or mail address.
 */
const ADDRESS = /[/:@<>\\]|\p{L}\.\p{L}{2,}/u;
const NUMBER = /^[\p{L}\p{N} #_-]*$/u;

/** The declaration of withdrawal; its fields are in the order of the page. */
export const withdrawalForm = z.object({
  name: z.string().check(
    z.trim(),
    z.minLength(1, 'required'),
    z.maxLength(MAX_NAME_LENGTH, 'too-long'),
    z.refine((typed) => !ADDRESS.test(typed), 'value'),
  ),
  /** As the person knows it: it need not be a number of ours. */
  order: z.string().check(
    z.trim(),
    z.minLength(1, 'required'),
    z.maxLength(MAX_NUMBER_LENGTH, 'too-long'),
    z.refine((typed) => NUMBER.test(typed), 'value'),
  ),
  email: emailField,
  /** A honeypot: hidden from people, filled in by bots or by a browser's autofill. */
  website: z.string().check(z.maxLength(0, 'value')),
});

export type WithdrawalForm = z.input<typeof withdrawalForm>;
export type WithdrawalField = keyof WithdrawalForm;

export const WITHDRAWAL_FIELDS = Object.keys(withdrawalForm.shape) as readonly WithdrawalField[];

export type WithdrawalErrors = FieldErrors<typeof withdrawalForm> & { lines?: 'required' };

/** What the page shows after the form was sent. */
export type WithdrawalAnswer =
  | {
      reference: string;
      submittedAt: string;
      /** The zone of the browser; null: it did not say. */
      timeZone: string | null;
      name: string;
      order: string;
      email: string;
      /** The plans that were chosen; null: everything that the order has. */
      lines: { name: Localized; dataMb: number; unlimited: boolean }[] | null;
      /** The order, for its owner, whose declaration is carried out at once; null for everyone else. */
      orderId: string | null;
      /** False: the address got several of these mails today, and no further one. */
      isMailed: boolean;
    }
  | {
      form: WithdrawalForm;
      /** The numbers of the ticked lines. */
      chosen: number[];
      errors: WithdrawalErrors;
      problem: 'fields' | 'too-many' | 'failed';
    };

/** Reads the form's fields by name; missing ones become empty. */
export function withdrawalFormOf(fields: Readonly<Record<string, unknown>>): WithdrawalForm {
  const text = (name: WithdrawalField) => {
    const value = fields[name];
    return [name, typeof value === 'string' ? value : ''];
  };
  return Object.fromEntries(WITHDRAWAL_FIELDS.map(text)) as WithdrawalForm;
}
