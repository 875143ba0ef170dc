import { useState } from 'react';
import { Button, type ButtonVariant } from '../../../ui/button.tsx';
import { useAuthActions } from '../../session/auth-actions.ts';
import { authErrorMessage } from '../../session/auth-error-message.ts';
import { useTranslation } from '../../translation.tsx';

/** Mails the link that verifies the signed-in user's address; afterwards `sent` replaces the button. */
export function SendAgain({
  label,
  sent,
  variant = 'ghost',
}: {
  label: string;
  sent: string;
  variant?: ButtonVariant;
}) {
  const { t } = useTranslation();
  const { sendVerification } = useAuthActions();
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const [problem, setProblem] = useState<string>();

  async function send() {
    setState('busy');
    setProblem(undefined);
    try {
      await sendVerification();
      setState('sent');
    } catch (error) {
      setProblem(authErrorMessage(error, t));
      setState('idle');
    }
  }

  return (
    <div className="stack gap-2" role="status">
      {state === 'sent' ? (
        <p className="small">{sent}</p>
      ) : (
        <Button variant={variant} className="send-again" loading={state === 'busy'} onClick={() => void send()}>
          {label}
        </Button>
      )}
      {problem !== undefined && <p className="error">{problem}</p>}
    </div>
  );
}
