import { type FormEvent, useState } from 'react';
import type { OrderView } from '../../../../shared/views.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { MailIcon, SendIcon } from '../../../../ui/icons.tsx';
import { useToast } from '../../../../ui/toast.tsx';
import { apiErrorCode, type Caller, callApi } from '../../../api.ts';
import { EmailField } from '../../../components/email-field.tsx';
import { useTranslation } from '../../../translation.tsx';
import { emailForm } from '../../../../shared/forms/forms.ts';
import { useForm } from '../../../use-form.ts';

type Props = { order: OrderView; caller: Caller; onOrder: (order: OrderView) => void };

const PROBLEMS = {
  'too-many-requests': 'tooMany',
  'order-not-resendable': 'installed',
  network: 'network',
  timeout: 'network',
} as const;
type Problem = (typeof PROBLEMS)[keyof typeof PROBLEMS] | 'failed';

/** Opens the dialog that mails an order's eSIMs again. */
export function ResendButton({ className, ...props }: Props & { className?: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" className={className} icon={<SendIcon size={18} />} onClick={() => setOpen(true)}>
        {t(props.order.lines.length > 1 ? 'order.qr.emailAll' : 'order.qr.email')}
      </Button>
      <ResendDialog open={open} onClose={() => setOpen(false)} {...props} />
    </>
  );
}

/** Corrects the address of an order and mails its eSIMs there again. */
function ResendDialog({ open, onClose, ...props }: Props & { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('order.resend.title', { count: props.order.lines.length })}
      closeLabel={t('order.resend.close')}
    >
      <ResendForm {...props} />
    </Dialog>
  );
}

function ResendForm({ order, caller, onOrder }: Props) {
  const { t } = useTranslation();
  const toast = useToast();
  const [email, setEmail] = useState(order.email);
  const { errors, watch, check } = useForm(emailForm);
  const [problem, setProblem] = useState<Problem>();
  const [sending, setSending] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const count = order.lines.length;

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setProblem(undefined);
    setSentTo(undefined);
    const address = check(event.currentTarget)?.email;
    if (address === undefined) return;
    setSending(true);
    try {
      const answer = await callApi('post /orders/{orderId}/email', {
        params: { orderId: order.id },
        body: { email: address },
        caller,
      });
      onOrder(answer.order);
      setSentTo(address);
      toast(t('order.resend.sent', { email: address }));
    } catch (failure) {
      const code = apiErrorCode(failure);
      setProblem(code in PROBLEMS ? PROBLEMS[code as keyof typeof PROBLEMS] : 'failed');
    } finally {
      setSending(false);
    }
  }

  return (
    <form className="stack" noValidate onSubmit={(event) => void send(event)} {...watch}>
      <p>{t(order.correctable ? 'order.resend.text' : 'order.resend.textFixed', { count })}</p>
      <EmailField
        label={t('order.resend.label')}
        name="email"
        required
        maxLength={254}
        icon={<MailIcon />}
        value={email}
        readOnly={sending || !order.correctable}
        onChange={(event) => setEmail(event.target.value)}
        error={errors.email}
      />
      {problem !== undefined && <Alert tone="danger">{t(`order.resend.${problem}`, { count })}</Alert>}
      {sentTo !== undefined && (
        <Alert tone="success" live>
          {t('order.resend.sentText', { email: sentTo, count })}
        </Alert>
      )}
      <Button type="submit" block loading={sending}>
        {t('order.resend.send')}
      </Button>
    </form>
  );
}
