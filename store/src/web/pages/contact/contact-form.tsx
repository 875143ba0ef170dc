import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formatLanguageLabel } from '../../../i18n/format.ts';
import {
  CONTACT_FIELDS,
  type ContactAnswer,
  type ContactField,
  contactForm,
  contactFormOf,
  isTopic,
  MAX_NAME_LENGTH,
  TOPICS,
} from '../../../shared/forms/contact.ts';
import type { FieldRule } from '../../../shared/forms/fields.ts';
import { defaultLanguage } from '../../../shared/support.ts';
import { uuidv7 } from '../../../shared/ids.ts';
import { paths } from '../../../shared/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, SelectField, TextArea } from '../../../ui/field.tsx';
import { MailIcon, SendIcon, SuccessIcon } from '../../../ui/icons.tsx';
import { ApiError, apiErrorCode, callApi, GUEST } from '../../api.ts';
import { useRootData } from '../../root-data.ts';
import { callerOf, useSession } from '../../session/session.ts';
import { useTranslation } from '../../translation.tsx';
import { useForm } from '../../use-form.ts';
import { EmailField } from '../../components/email-field.tsx';
import { usePageAddress } from '../../components/page-link.tsx';
import { useHydrated } from '../../use-hydrated.ts';

type Problem = 'fields' | 'too-many' | 'failed' | 'network';

const PROBLEM_WORDS = { fields: 'fields', 'too-many': 'tooMany', failed: 'failed', network: 'network' } as const;

const problemOf = (code: string): Problem =>
  code === 'too-many-requests' ? 'too-many' : code === 'network' || code === 'timeout' ? 'network' : 'failed';

/**
 * The form that opens a ticket. Without script it is submitted to the page's own URL, and `answer` is the result; with
 * script the page stays. Fields are uncontrolled, so that input from before hydration or from a refused form stays.
 */
export function ContactForm({ answer }: { answer: ContactAnswer | undefined }) {
  const [sent, setSent] = useState(answer && 'number' in answer ? answer : undefined);
  const { t } = useTranslation();
  return (
    <>
      <div role="status">{sent && <MessageSent {...sent} onAgain={() => setSent(undefined)} />}</div>
      {sent === undefined && (
        <OpenForm
          refused={answer && 'form' in answer ? answer : undefined}
          onSent={setSent}
          label={t('contact.form.title')}
        />
      )}
    </>
  );
}

function OpenForm({
  refused,
  onSent,
  label,
}: {
  refused: Extract<ContactAnswer, { form: unknown }> | undefined;
  onSent: (sent: { number: string; email: string }) => void;
  label: string;
}) {
  const { t, locale } = useTranslation();
  const address = usePageAddress();
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
    // A server of 1.0.0 takes no language: during an upgrade a form without a choice reaches it too.
    const { language, ...fields } = values;
    const body = {
      ...fields,
      ...(language !== '' && language !== locale && { language }),
      formKey: formKey.current,
      locale,
    };
    const post = (caller = callerOf(session)) => callApi('post /tickets', { body, caller });
    try {
      // An expired session must not prevent a message.
      const { number } = await post().catch((error: unknown) => {
        if (apiErrorCode(error) === 'unauthenticated') return post(GUEST);
        throw error;
      });
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

  const typed = refused?.form;
  return (
    <form
      className="stack mt-6 gap-5"
      ref={form}
      method="post"
      action={`${address(paths.contact())}#write`}
      noValidate
      aria-label={label}
      aria-busy={sending || undefined}
      {...watch}
      onSubmit={(event) => void send(event)}
    >
      {problem !== undefined && (
        <Alert tone="danger" title={t('contact.problem.title')}>
          {t(`contact.problem.${PROBLEM_WORDS[problem]}`)}
        </Alert>
      )}
      <SelectField
        label={t('contact.form.topic')}
        name="topic"
        required
        defaultValue={typed && isTopic(typed.topic) ? typed.topic : ''}
        error={errors.topic}
      >
        <option value="">{t('contact.form.choose')}</option>
        {TOPICS.map((topic) => (
          <option key={topic} value={topic}>
            {t(`contact.topics.${topic}`)}
          </option>
        ))}
      </SelectField>
      <div className="contact-pair">
        <Field
          label={t('contact.form.name')}
          name="name"
          type="text"
          autoComplete="name"
          maxLength={MAX_NAME_LENGTH}
          defaultValue={typed?.name}
          error={errors.name}
        />
        <EmailField
          label={t('contact.form.email')}
          name="email"
          required
          icon={<MailIcon />}
          hint={t('contact.form.emailHint')}
          defaultValue={typed?.email}
          error={errors.email}
        />
      </div>
      <div className="contact-pair">
        <Field
          label={t('contact.form.order')}
          name="order"
          type="text"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={t('contact.form.orderHint')}
          defaultValue={typed?.order}
          error={errors.order}
        />
        <LanguageField typed={typed?.language} error={errors.language} />
      </div>
      <TextArea
        label={t('contact.form.message')}
        name="message"
        required
        hint={t('contact.form.messageHint')}
        defaultValue={typed?.message}
        error={errors.message}
      />
      {/* A honeypot for bots. One that a browser has autofilled is shown, so that it can be emptied. */}
      <div className={errors.website === undefined ? 'sr' : undefined} aria-hidden={errors.website === undefined}>
        <Field
          label={t('contact.form.website')}
          name="website"
          type="text"
          autoComplete="off"
          tabIndex={errors.website === undefined ? -1 : undefined}
          defaultValue={typed?.website}
          error={errors.website}
        />
      </div>
      <Button type="submit" size="lg" className="w-max" loading={sending} icon={<SendIcon size={18} />}>
        {t('contact.form.send')}
      </Button>
      <span className="sr" role="status">
        {sending && t('contact.form.sending')}
      </span>
    </form>
  );
}

/** The language of the answer: the page's until the traveller chooses another one of the merchant's. */
function LanguageField({ typed = '', error }: { typed: string | undefined; error: string | undefined }) {
  const { t, locale } = useTranslation();
  const { languages } = useRootData().support;
  const [chosen, setChosen] = useState(typed);
  if (languages.length === 1) return null;
  const names = languages.map((code) => ({ code, name: formatLanguageLabel(code, locale) }));
  return (
    <SelectField
      // A new page language brings new names, and its own default.
      key={locale}
      label={t('contact.form.language')}
      name="language"
      hint={t('contact.form.languageHint')}
      defaultValue={languages.includes(chosen) ? chosen : defaultLanguage(languages, locale)}
      error={error}
      onChange={({ currentTarget }) => setChosen(currentTarget.value)}
    >
      {names
        .toSorted((a, b) => a.name.localeCompare(b.name, locale))
        .map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
    </SelectField>
  );
}

/**
 * Replaces the form after success: the ticket's number. The focus moves here, because the button that had it is gone.
 */
function MessageSent({ number, email, onAgain }: { number: string; email: string; onAgain: () => void }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const hydrated = useHydrated();
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="card card-p contact-sent">
      <SuccessIcon size={28} />
      <h3 className="h-card" ref={heading} tabIndex={-1}>
        {t('contact.sent.title')}
      </h3>
      <p className="contact-sent__number">{t('contact.sent.number', { number })}</p>
      <p className="muted">{t('contact.sent.text', { email })}</p>
      {hydrated && (
        <Button variant="secondary" className="w-max" onClick={onAgain}>
          {t('contact.sent.again')}
        </Button>
      )}
    </div>
  );
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
