import { type FormEvent, useId, useRef, useState } from 'react';
import { billingForm } from '../../../shared/forms/billing.ts';
import type { FieldRule } from '../../../shared/forms/fields.ts';
import type { AccountDocuments } from '../../../shared/document-view.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { callApi, type Caller } from '../../api.ts';
import { useTranslation } from '../../translation.tsx';
import { useForm } from '../../use-form.ts';

type Billing = AccountDocuments['billing'];
type Props = { billing: Billing; caller: Caller; onSaved: (billing: Billing) => void };

/** What is on the next receipts, and its change. */
export function BillingCard({ billing, caller, onSaved }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const titleId = useId();
  const shown = [billing.company, billing.name, billing.address.replaceAll('\n', ', '), billing.vatId].filter(Boolean);
  return (
    <section className="card card-p receipt-billing" aria-labelledby={titleId}>
      <div>
        <h2 className="h-sec" id={titleId}>
          {t('documents.billing.title')}
        </h2>
        <p className="muted wrap-anywhere">{shown.length === 0 ? t('documents.billing.none') : shown.join(', ')}</p>
      </div>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t(shown.length === 0 ? 'documents.billing.add' : 'documents.billing.change')}
      </Button>
      <p className="small muted receipt-billing__note">{t('documents.billing.note')}</p>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('documents.billing.dialog')}
        closeLabel={t('documents.billing.close')}
        sheet
      >
        <BillingForm
          billing={billing}
          caller={caller}
          onSaved={(saved) => {
            onSaved(saved);
            setOpen(false);
          }}
        />
      </Dialog>
    </section>
  );
}

function BillingForm({ billing, caller, onSaved }: Props) {
  const { t } = useTranslation();
  const toast = useToast();
  const busy = useRef(false);
  const [saving, setSaving] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const { errors, watch, check } = useForm(billingForm, { words: useErrorWords() });

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = busy.current ? undefined : check(event.currentTarget);
    if (values === undefined) return;
    busy.current = true;
    setSaving(true);
    setFailed(false);
    try {
      const saved = await callApi('put /account/billing', { body: values, caller });
      toast(t('documents.billing.saved'));
      onSaved(saved);
    } catch {
      setFailed(true);
    } finally {
      busy.current = false;
      setSaving(false);
    }
  }

  return (
    <form className="stack gap-5" method="post" noValidate {...watch} onSubmit={(event) => void save(event)}>
      {hasFailed && <Alert tone="danger">{t('documents.billing.errors.failed')}</Alert>}
      <BillingFields billing={billing} errors={errors} />
      <Button type="submit" className="w-max" loading={saving}>
        {t('documents.billing.save')}
      </Button>
    </form>
  );
}

function BillingFields({
  billing,
  errors,
}: Pick<Props, 'billing'> & { errors: Partial<Record<keyof Billing, string>> }) {
  const { t } = useTranslation();
  return (
    <>
      <Field
        label={t('documents.billing.name')}
        name="name"
        autoComplete="name"
        defaultValue={billing.name}
        error={errors.name}
      />
      <TextArea
        label={t('documents.billing.address')}
        name="address"
        rows={3}
        autoComplete="street-address"
        defaultValue={billing.address}
        error={errors.address}
      />
      <Field
        label={t('documents.billing.company')}
        name="company"
        autoComplete="organization"
        defaultValue={billing.company}
        error={errors.company}
      />
      <Field
        label={t('documents.billing.vatId')}
        name="vatId"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={t('documents.billing.vatIdHint')}
        defaultValue={billing.vatId}
        error={errors.vatId}
      />
    </>
  );
}

function useErrorWords() {
  const { t } = useTranslation();
  return (field: string, rule: FieldRule) =>
    t(`documents.billing.errors.${field === 'vatId' ? 'vatId' : rule === 'too-long' ? 'too-long' : 'value'}`);
}
