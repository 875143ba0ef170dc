import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { SentCode } from '../../session/text-code.ts';
import { useTranslation } from '../../translation.tsx';
import { ProofLine } from '../auth/proof-line.tsx';
import { CODE_LENGTH, CodeField } from './code-field.tsx';
import { readText } from './read-text.ts';
import { useCountdown } from './use-countdown.ts';

type Props = {
  sent: SentCode & { at: number };
  submit: string;
  pending: boolean;
  /** A failed try: the field is emptied with each new one. */
  failures: number;
  onCode: (code: string) => void;
  onResend: () => void;
  /** Beside the new code. */
  other?: ReactNode;
};

/** The code of a text: typed, pasted, offered by the phone, or read by the browser. The sixth digit sends it. */
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
