import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import {
  CONTACT_FIELDS,
  type ContactAnswer,
  type ContactField,
  contactForm,
  type ContactForm,
  contactFormOf,
  orderNumberOf,
} from '../../../shared/forms/contact.ts';
import type { FieldRule } from '../../../shared/forms/fields.ts';
import { fieldErrors } from '../../../shared/forms/forms.ts';
import { uuidv7 } from '../../../shared/ids.ts';
import type { Locale } from '../../../shared/locale.ts';
import { ApiError, apiErrorCode, callApi, GUEST } from '../../api.ts';
import { callerOf, type SessionState, useSession } from '../../session/session.ts';
import { useTranslation } from '../../translation.tsx';
import { useForm } from '../../use-form.ts';

/** The answer to a form that the server did not take. */
export type RefusedForm = Extract<ContactAnswer, { form: unknown }>;
/** The ticket that a form opened. */
export type SentForm = { number: string; email: string };
type Problem = 'fields' | 'too-many' | 'failed' | 'network';

const problemOf = (code: string): Problem =>
  code === 'too-many-requests' ? 'too-many' : code === 'network' || code === 'timeout' ? 'network' : 'failed';

/** The state of the open form, and `send`, which opens its ticket. */
export function useContactForm(refused: RefusedForm | undefined, onSent: (sent: SentForm) => void) {
  const { locale } = useTranslation();
  const session = useSession();
  const form = useRef<HTMLFormElement>(null);
  // The idempotency key of the form: sending it again after a lost answer opens no second ticket.
  const formKey = useRef<string>(undefined);
  const busy = useRef(false);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>(refused?.problem);
  const { errors, watch, check, say } = useForm(contactForm, {
    words: useErrorWords(),
    initial: refused?.errors ?? {},
  });

  const ownEmail = session.status === 'signed-in' ? session.user.email : null;
  useEffect(() => {
    const field = form.current?.elements.namedItem('email');
    if (ownEmail !== null && field instanceof HTMLInputElement && field.value === '') field.value = ownEmail;
  }, [ownEmail]);

  const aboutOrder = orderIn(useLocation().hash);
  useEffect(() => {
    const field = form.current?.elements.namedItem('order');
    if (aboutOrder === null || !(field instanceof HTMLInputElement)) return;
    if (field.value === '') field.value = aboutOrder;
    form.current?.scrollIntoView();
  }, [aboutOrder]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // React state updates too late for a double click, so a ref is checked.
    if (busy.current || form.current === null) return;
    setProblem(undefined);
    if (check(form.current) === undefined) return;
    busy.current = true;
    setSending(true);
    const values = contactFormOf(Object.fromEntries(new FormData(form.current)));
    formKey.current ??= uuidv7();
    try {
      const number = await openTicket(values, { formKey: formKey.current, locale, session });
      onSent({ number, email: values.email.trim() });
    } catch (error) {
      const field = error instanceof ApiError ? (error.field as ContactField | undefined) : undefined;
      if (field !== undefined && CONTACT_FIELDS.includes(field)) say(field, 'value');
      setProblem(field === undefined ? problemOf(apiErrorCode(error)) : 'fields');
    } finally {
      busy.current = false;
      setSending(false);
    }
  }

  return { form, errors, watch, send, sending, problem };
}

/** The number of the order that a page of ours leads here about (`paths.contact`). */
function orderIn(fragment: string): string | null {
  const number = orderNumberOf(/^#order-(\w+)$/.exec(fragment)?.[1] ?? '');
  return fieldErrors(contactForm, { order: number }).order === undefined && number !== '' ? number : null;
}

/** The number of the new ticket, or of the one that this form has already opened. */
async function openTicket(
  { language, ...fields }: ContactForm,
  { formKey, locale, session }: { formKey: string; locale: Locale; session: SessionState },
): Promise<string> {
  // A server of 1.0.0 takes no language: during an upgrade a form without a choice reaches it too.
  const body = { ...fields, ...(language !== '' && language !== locale && { language }), formKey, locale };
  const post = (caller = callerOf(session)) => callApi('post /tickets', { body, caller });
  // An expired session must not prevent a message.
  const { number } = await post().catch((error: unknown) => {
    if (apiErrorCode(error) === 'unauthenticated') return post(GUEST);
    throw error;
  });
  return number;
}

/** The sentence under a field of the contact form. */
function useErrorWords() {
  const { t } = useTranslation();
  return (field: ContactField, rule: FieldRule): string => {
    switch (field) {
      case 'topic':
        return t('contact.faults.topic');
      case 'name':
        return t('contact.faults.nameTooLong');
      case 'email':
        return t(rule === 'required' ? 'errors.fields.emailMissing' : 'errors.fields.emailInvalid');
      case 'order':
        return t('contact.faults.order');
      case 'language':
        return t('contact.faults.language');
      case 'message':
        return t(rule === 'required' ? 'contact.faults.messageMissing' : 'contact.faults.messageTooLong');
      case 'website':
        return t('contact.faults.website');
    }
  };
}
