import { useEffect, useRef, useState } from 'react';
import { formatLanguageLabel } from '../../../i18n/format.ts';
import {
  type ContactAnswer,
  type ContactField,
  type ContactForm as TypedForm,
  isTopic,
  MAX_NAME_LENGTH,
  TOPICS,
} from '../../../shared/forms/contact.ts';
import { defaultLanguage } from '../../../shared/support.ts';
import { paths } from '../../../shared/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, SelectField, TextArea } from '../../../ui/field.tsx';
import { MailIcon, SendIcon, SuccessIcon } from '../../../ui/icons.tsx';
import { useRootData } from '../../root-data.ts';
import { useTranslation } from '../../translation.tsx';
import { EmailField } from '../../components/email-field.tsx';
import { Honeypot } from '../../components/honeypot.tsx';
import { usePageAddress } from '../../components/page-link.tsx';
import { useHydrated } from '../../use-hydrated.ts';
import { type RefusedForm, type SentForm, useContactForm } from './use-contact-form.ts';

const PROBLEM_WORDS = { fields: 'fields', 'too-many': 'tooMany', failed: 'failed', network: 'network' } as const;

/**
 * The form that opens a ticket. Without script it is submitted to the page's own URL, and `answer` is the result; with
 * script the page stays. Fields are uncontrolled, so that input from before hydration or from a refused form stays.
 */
export function ContactForm({ answer }: { answer: ContactAnswer | undefined }) {
  const [sent, setSent] = useState(answer && 'number' in answer ? answer : undefined);
  return (
    <>
      <div role="status">{sent && <MessageSent {...sent} onAgain={() => setSent(undefined)} />}</div>
      {sent === undefined && <OpenForm refused={answer && 'form' in answer ? answer : undefined} onSent={setSent} />}
    </>
  );
}

function OpenForm({ refused, onSent }: { refused: RefusedForm | undefined; onSent: (sent: SentForm) => void }) {
  const { t } = useTranslation();
  const address = usePageAddress();
  const { form, errors, watch, send, sending, problem } = useContactForm(refused, onSent);
  const typed = refused?.form;
  return (
    <form
      className="stack mt-6 gap-5"
      ref={form}
      method="post"
      action={`${address(paths.contact())}#write`}
      noValidate
      aria-label={t('contact.form.title')}
      aria-busy={sending || undefined}
      {...watch}
      onSubmit={(event) => void send(event)}
    >
      {problem !== undefined && (
        <Alert tone="danger" title={t('contact.problem.title')}>
          {t(`contact.problem.${PROBLEM_WORDS[problem]}`)}
        </Alert>
      )}
      <TopicField typed={typed?.topic} error={errors.topic} />
      <div className="contact-pair">
        <PersonFields typed={typed} errors={errors} />
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
      <Honeypot label={t('contact.form.website')} typed={typed?.website} error={errors.website} />
      <Button type="submit" size="lg" className="w-max" loading={sending} icon={<SendIcon size={18} />}>
        {t('contact.form.send')}
      </Button>
      <span className="sr" role="status">
        {sending && t('contact.form.sending')}
      </span>
    </form>
  );
}

type FieldProps = { typed: string | undefined; error: string | undefined };

function TopicField({ typed = '', error }: FieldProps) {
  const { t } = useTranslation();
  return (
    <SelectField
      label={t('contact.form.topic')}
      name="topic"
      required
      defaultValue={isTopic(typed) ? typed : ''}
      error={error}
    >
      <option value="">{t('contact.form.choose')}</option>
      {TOPICS.map((topic) => (
        <option key={topic} value={topic}>
          {t(`contact.topics.${topic}`)}
        </option>
      ))}
    </SelectField>
  );
}

/** Who writes: name and address. */
function PersonFields({
  typed,
  errors,
}: {
  typed: TypedForm | undefined;
  errors: Partial<Record<ContactField, string>>;
}) {
  const { t } = useTranslation();
  return (
    <>
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
    </>
  );
}

/** The language of the answer: the page's until the traveller chooses another one of the merchant's. */
function LanguageField({ typed = '', error }: FieldProps) {
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
