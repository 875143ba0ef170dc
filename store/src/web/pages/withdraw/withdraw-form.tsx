import { type FormEvent, useEffect, useRef, useState } from 'react';
import { MAX_NAME_LENGTH } from '../../../shared/forms/contact.ts';
import type { FieldRule } from '../../../shared/forms/fields.ts';
import { type WithdrawalAnswer, type WithdrawalField, withdrawalForm } from '../../../shared/forms/withdrawal.ts';
import { paths } from '../../../shared/paths.ts';
import type { WithdrawalChoices } from '../../../shared/withdrawal.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { EmailField } from '../../components/email-field.tsx';
import { Honeypot } from '../../components/honeypot.tsx';
import { usePageAddress } from '../../components/page-link.tsx';
import { useSession } from '../../session/session.ts';
import { useTranslation } from '../../translation.tsx';
import { useForm } from '../../use-form.ts';
import { useHydrated } from '../../use-hydrated.ts';
import { KeptNotes, LineChoice } from './line-choice.tsx';

type Refused = Extract<WithdrawalAnswer, { form: unknown }>;

const PROBLEM_WORDS = { fields: 'fields', 'too-many': 'tooMany', failed: 'failed' } as const;

/**
 * A form of the browser itself, with and without script: the server's page is the confirmation, which can be printed. Script
 * only checks the fields before.
 */
export function WithdrawForm({
  choices,
  line,
  refused: given,
}: {
  choices: WithdrawalChoices | null;
  line: number | null;
  refused: WithdrawalAnswer | undefined;
}) {
  const { t } = useTranslation();
  const address = usePageAddress();
  const refused = given !== undefined && 'form' in given ? given : undefined;
  const { form, errors, noLine, watch, submit } = useWithdrawForm(refused);
  const typed = refused?.form;
  return (
    <Card padded>
      <form
        className="stack gap-5"
        ref={form}
        method="post"
        action={address(paths.withdraw(choices?.orderId))}
        noValidate
        aria-label={t('withdraw.title')}
        {...watch}
        onSubmit={submit}
      >
        {refused && (
          <Alert tone="danger" title={t('withdraw.problem.title')}>
            {t(`withdraw.problem.${PROBLEM_WORDS[refused.problem]}`)}
          </Alert>
        )}
        <PersonFields typed={typed} choices={choices} errors={errors} />
        {choices && (
          <LineChoice choices={choices} ticked={refused?.chosen ?? (line === null ? null : [line])} noLine={noLine} />
        )}
        <Honeypot label={t('withdraw.form.website')} typed={typed?.website} error={errors.website} />
        <TimeZone />
        <div className="stack gap-3">
          <Button type="submit" size="lg" block>
            {t('withdraw.form.confirm')}
          </Button>
          <p className="small muted">
            {t('withdraw.form.declares')} {choices === null && t('withdraw.form.whole')} {t('withdraw.form.mail')}
            {choices && <KeptNotes lines={choices.lines} />}
          </p>
        </div>
      </form>
    </Card>
  );
}

/** Who withdraws, from which order, and where the confirmation goes. */
function PersonFields({
  typed,
  choices,
  errors,
}: {
  typed: Refused['form'] | undefined;
  choices: WithdrawalChoices | null;
  errors: Partial<Record<WithdrawalField, string>>;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Field
        label={t('withdraw.form.name')}
        name="name"
        type="text"
        required
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        defaultValue={typed?.name}
        error={errors.name}
      />
      <Field
        label={t('withdraw.form.order')}
        name="order"
        type="text"
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={t('withdraw.form.orderHint')}
        defaultValue={typed?.order ?? choices?.number}
        error={errors.order}
      />
      <EmailField
        label={t('withdraw.form.email')}
        name="email"
        required
        defaultValue={typed?.email ?? choices?.email}
        error={errors.email}
      />
    </>
  );
}

function useWithdrawForm(refused: Refused | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const session = useSession();
  const [noLine, setNoLine] = useState(refused?.errors.lines !== undefined);
  const { lines: _, ...initial } = refused?.errors ?? {};
  const { errors, watch, check } = useForm(withdrawalForm, { words: useErrorWords(), initial });
  const { email = null, displayName = null } = session.status === 'signed-in' ? session.user : {};
  useEffect(() => {
    for (const [name, value] of Object.entries({ email, name: displayName })) {
      const field = form.current?.elements.namedItem(name);
      if (value !== null && field instanceof HTMLInputElement && field.value === '') field.value = value;
    }
  }, [email, displayName]);

  function submit(event: FormEvent<HTMLFormElement>) {
    const boxes = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input[name="line"]')];
    const isMissing = boxes.length > 0 && boxes.every(({ checked }) => !checked);
    setNoLine(isMissing);
    const isRight = check(event.currentTarget) !== undefined;
    if (isRight && isMissing) boxes[0]?.focus();
    if (!isRight || isMissing) event.preventDefault();
  }
  return { form, errors, noLine, watch, submit };
}

/** So that the confirmation has the sender's own time beside that of UTC. Without script it has UTC only. */
function TimeZone() {
  const zone = useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : '';
  return <input type="hidden" name="zone" value={zone} />;
}

/** The sentence under a field. */
function useErrorWords() {
  const { t } = useTranslation();
  return (field: WithdrawalField, rule: FieldRule): string => {
    switch (field) {
      case 'name':
        if (rule === 'required') return t('withdraw.faults.nameMissing');
        return t(rule === 'too-long' ? 'withdraw.faults.nameTooLong' : 'withdraw.faults.name');
      case 'order':
        return t(rule === 'required' ? 'withdraw.faults.orderMissing' : 'withdraw.faults.order');
      case 'email':
        return t(rule === 'required' ? 'errors.fields.emailMissing' : 'errors.fields.emailInvalid');
      case 'website':
        return t('withdraw.faults.website');
    }
  };
}
