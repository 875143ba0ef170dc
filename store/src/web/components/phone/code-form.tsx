import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { SentCode } from '../../session/text-code.ts';
import { useTranslation } from '../../translation.tsx';
import { ProofLine } from '../auth/proof-line.tsx';
import { CODE_LENGTH, CodeField } from './code-field.tsx';

type Props = {
  sent: SentCode & { at: number };
  submit: string;
  pending: boolean;
  /** The number of failed tries: each new one empties the field. */
  failures: number;
  onCode: (code: string) => void;
  onResend: () => void;
  /** Beside the resend button. */
  other?: ReactNode;
};

/** The code of a text: typed, pasted, autofilled, or read by the browser. The sixth digit submits it. */
export function CodeForm({ sent, submit, pending, failures, onCode, onResend, other }: Props) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const left = useCountdown(sent.at, sent.resendSeconds);
  const send = useRef(onCode);

  useEffect(() => {
    send.current = onCode;
  });
  useEffect(() => setCode(''), [failures, sent]);
  useEffect(() => {
    const leaving = new AbortController();
    void readText(leaving.signal).then((read) => {
      if (read === null || leaving.signal.aborted) return;
      setCode(read);
      send.current(read);
    });
    return () => leaving.abort();
  }, [sent]);

  function type(next: string) {
    setError(undefined);
    setCode(next);
    if (next.length === CODE_LENGTH && code.length < CODE_LENGTH && !pending) onCode(next);
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    if (code.length === CODE_LENGTH) onCode(code);
    else setError(t('phone.codeShort'));
  }

  return (
    <form className="stack gap-5" method="post" noValidate onSubmit={onSubmit}>
      <CodeField label={t('phone.code')} value={code} error={error} onChange={type} />
      <div>
        <Button type="submit" size="lg" block loading={pending}>
          {submit}
        </Button>
        <ProofLine />
      </div>
      <div className="code-more">
        {left > 0 ? (
          <p className="muted">
            {t('phone.newIn', { time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` })}
          </p>
        ) : (
          <button type="button" className="link" disabled={pending} onClick={onResend}>
            {t('phone.again')}
          </button>
        )}
        {other}
      </div>
    </form>
  );
}

const leftOf = (since: number, seconds: number) => Math.max(0, Math.ceil((since + seconds * 1000 - Date.now()) / 1000));

/** Seconds left of a pause since `since` (this browser's clock); 0 at its end. */
function useCountdown(since: number, seconds: number): number {
  const [left, setLeft] = useState(() => leftOf(since, seconds));
  useEffect(() => {
    setLeft(leftOf(since, seconds));
    const timer = setInterval(() => setLeft(leftOf(since, seconds)), 500);
    return () => clearInterval(timer);
  }, [since, seconds]);
  return left;
}

/** `navigator.credentials.get` in browsers with WebOTP. */
type OtpRequest = { otp: { transport: ['sms'] }; signal: AbortSignal };
type OtpCredential = { code?: string } | null;

/**
 * Waits for the text with our code, where the browser can read it (WebOTP); null where it cannot, or without
 * permission.
 */
async function readText(signal: AbortSignal): Promise<string | null> {
  if (!('OTPCredential' in window)) return null;
  const ask = navigator.credentials.get.bind(navigator.credentials) as unknown as (
    request: OtpRequest,
  ) => Promise<OtpCredential>;
  const found = await ask({ otp: { transport: ['sms'] }, signal }).catch(() => null);
  return found?.code ?? null;
}
