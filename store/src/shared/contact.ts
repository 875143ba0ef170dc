import { isEmail } from './email.ts';

/** What a message can be about, in the order in which the form offers it. */
export const TOPICS = ['connection', 'installation', 'order', 'refund', 'account', 'other'] as const;
export type Topic = (typeof TOPICS)[number];

/** What the contact form asks for, as it was typed. */
export type ContactForm = {
  topic: string;
  name: string;
  email: string;
  /** Empty for none. */
  order: string;
  message: string;
  /** Hidden from people: whoever fills it in is a program, or a browser that fills in everything. */
  website: string;
};

export type ContactField = keyof ContactForm;
export type ContactErrorKind = 'missing' | 'invalid' | 'too-long' | 'filled';

/** Fields in the order in which the form shows them. */
export const CONTACT_FIELDS: readonly ContactField[] = ['topic', 'name', 'email', 'order', 'message', 'website'];

export const LONGEST_NAME = 100;
export const LONGEST_MESSAGE = 5_000;

/** Letters and digits of an order's number (`readableCode`). */
const ORDER_NUMBER = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/** An order's number as it is stored: people type it in small letters, and with a # before it. */
export const orderNumberOf = (typed: string) => typed.trim().replace(/^#/, '').toUpperCase();

/** What is wrong with each field; the same rules in the browser and on the server. */
export function contactErrors(form: ContactForm): Partial<Record<ContactField, ContactErrorKind>> {
  const message = form.message.trim();
  const faults: Record<ContactField, ContactErrorKind | undefined> = {
    topic: isTopic(form.topic) ? undefined : 'missing',
    name: form.name.trim().length > LONGEST_NAME ? 'too-long' : undefined,
    email: isEmail(form.email) ? undefined : form.email.trim() === '' ? 'missing' : 'invalid',
    order: form.order.trim() === '' || ORDER_NUMBER.test(orderNumberOf(form.order)) ? undefined : 'invalid',
    message: message === '' ? 'missing' : message.length > LONGEST_MESSAGE ? 'too-long' : undefined,
    website: form.website === '' ? undefined : 'filled',
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}

export const isTopic = (text: string): text is Topic => (TOPICS as readonly string[]).includes(text);

/** What the server answered to the form of a browser without script: the page that shows it is rendered with it. */
export type ContactAnswer =
  | { number: string; email: string }
  | {
      form: ContactForm;
      faults: Partial<Record<ContactField, ContactErrorKind>>;
      problem: 'fields' | 'too-many' | 'failed';
    };

/** What a form says, by its fields' names; what it does not have is empty. */
export function contactFormOf(fields: Readonly<Record<string, unknown>>): ContactForm {
  const text = (name: ContactField) => {
    const value = fields[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    topic: text('topic'),
    name: text('name'),
    email: text('email'),
    order: text('order'),
    message: text('message'),
    website: text('website'),
  };
}
