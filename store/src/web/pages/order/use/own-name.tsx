import { type FormEvent, useState } from 'react';
import { esimNameForm, MAX_ESIM_NAME } from '../../../../shared/forms/esim-name.ts';
import type { OrderView } from '../../../../shared/views.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { Field } from '../../../../ui/field.tsx';
import { PencilIcon } from '../../../../ui/icons.tsx';
import { useToast } from '../../../../ui/toast.tsx';
import { apiErrorCode, type Caller, callApi } from '../../../api.ts';
import { useTranslation } from '../../../translation.tsx';
import { useForm } from '../../../use-form.ts';

type Props = {
  order: OrderView;
  /** The number of the eSIM's line, from 1. */
  number: number;
  caller: Caller;
  onOrder: (order: OrderView) => void;
};

const nameOf = ({ order, number }: Pick<Props, 'order' | 'number'>) => order.lines[number - 1]?.esim?.ownName ?? null;

/** Opens the dialog that names an eSIM, for those who may (`OrderView.correctable`). */
export function NameButton(props: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (!props.order.correctable) return null;
  return (
    <>
      <Button variant="ghost" className="no-print" icon={<PencilIcon size={16} />} onClick={() => setOpen(true)}>
        {t(nameOf(props) === null ? 'esim.name.add' : 'esim.name.change')}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('esim.name.title')} closeLabel={t('esim.name.close')}>
        <NameForm {...props} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

const PROBLEMS = { 'too-many-requests': 'tooMany', network: 'network', timeout: 'network' } as const;
type Problem = (typeof PROBLEMS)[keyof typeof PROBLEMS] | 'failed';

function NameForm({ onClose, ...props }: Props & { onClose: () => void }) {
  const { t } = useTranslation();
  const { errors, saving, problem, watch, save } = useSaving(props, onClose);
  return (
    <form className="stack gap-5" noValidate onSubmit={(event) => void save(event)} {...watch}>
      {problem !== undefined && <Alert tone="danger">{t(`esim.name.${problem}`)}</Alert>}
      <Field
        label={t('esim.name.label')}
        hint={t('esim.name.hint')}
        name="name"
        defaultValue={nameOf(props) ?? ''}
        autoComplete="off"
        readOnly={saving}
        error={errors.name}
      />
      <div className="row flex-wrap justify-end">
        <Button variant="secondary" disabled={saving} onClick={onClose}>
          {t('esim.name.cancel')}
        </Button>
        <Button type="submit" loading={saving}>
          {t('esim.name.save')}
        </Button>
      </div>
    </form>
  );
}

function useSaving({ order, number, caller, onOrder }: Props, onSaved: () => void) {
  const { t } = useTranslation();
  const toast = useToast();
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const { errors, watch, check } = useForm(esimNameForm, {
    words: (_, rule) =>
      rule === 'too-long' ? t('esim.name.tooLong', { count: MAX_ESIM_NAME }) : t('esim.name.unseen'),
  });

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const valid = check(event.currentTarget);
    if (valid === undefined || saving) return;
    setSaving(true);
    setProblem(undefined);
    try {
      const { order: now } = await callApi('post /orders/{orderId}/lines/{line}/name', {
        params: { orderId: order.id, line: String(number) },
        body: { name: valid.name },
        caller,
      });
      onOrder(now);
      toast(t(valid.name === '' ? 'esim.name.removed' : 'esim.name.saved'));
      onSaved();
    } catch (error) {
      const code = apiErrorCode(error);
      setProblem(code in PROBLEMS ? PROBLEMS[code as keyof typeof PROBLEMS] : 'failed');
      setSaving(false);
    }
  }

  return { errors, saving, problem, watch, save };
}
