import * as z from 'zod/mini';
import { emailField } from './fields.ts';
import type { FieldErrors } from './forms.ts';

/** The topics of a message, in the order of the form. */
export const TOPICS = ['connection', 'installation', 'order', 'refund', 'account', 'other'] as const;
export type Topic = (typeof TOPICS)[number];
export const isTopic = (text: string): text is Topic => (TOPICS as readonly string[]).includes(text);

export const MAX_NAME_LENGTH = 100;
export const MAX_MESSAGE_LENGTH = 5_000;

/** Letters and digits of an order's number (`readableCode`). */
const ORDER_NUMBER = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/** Normalises an order number: people type lower case and a leading #. */
export const orderNumberOf = (typed: string) => typed.trim().replace(/^#/, '').toUpperCase();

/** The contact form; its fields are in the order of the page. */
export const contactForm = z.object({
  topic: z.string().check(z.refine(isTopic, 'required')),
  name: z.string().check(z.trim(), z.maxLength(MAX_NAME_LENGTH, 'too-long')),
  email: emailField,
  /** Empty for none. */
  order: z.string().check(z.refine((typed) => typed.trim() === '' || ORDER_NUMBER.test(orderNumberOf(typed)), 'value')),
  /** ISO 639-1 code of the language of the answer, one of the merchant's; empty: the page's. */
  language: z.string(),
  message: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(MAX_MESSAGE_LENGTH, 'too-long')),
  /** A honeypot: hidden from people, filled in by bots or by a browser's autofill. */
  website: z.string().check(z.maxLength(0, 'value')),
});

/** The fields of the contact form as typed. */
export type ContactForm = z.input<typeof contactForm>;
export type ContactField = keyof ContactForm;
export type ContactErrors = FieldErrors<typeof contactForm>;

export const CONTACT_FIELDS = Object.keys(contactForm.shape) as readonly ContactField[];

/** The server's answer to the form of a browser without script; the page is rendered with it. */
export type ContactAnswer =
  | { number: string; email: string }
  | { form: ContactForm; errors: ContactErrors; problem: 'fields' | 'too-many' | 'failed' };

/** Reads the form's fields by name; missing ones become empty. */
export function contactFormOf(fields: Readonly<Record<string, unknown>>): ContactForm {
  const text = (name: ContactField) => {
    const value = fields[name];
    return [name, typeof value === 'string' ? value : ''];
  };
  return Object.fromEntries(CONTACT_FIELDS.map(text)) as ContactForm;
}
