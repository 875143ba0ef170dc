import { useEffect, useRef, useState } from 'react';
import { codeOf } from '../../../../shared/errors.ts';
import { Button } from '../../../../ui/button.tsx';
import { authErrorWords } from '../../../session/auth-error-message.ts';
import type { OfferedFactor, SecondStep } from '../../../session/second-step.ts';
import type { SentCode } from '../../../session/text-code.ts';
import { useTranslation } from '../../../translation.tsx';
import { CodeForm } from '../../phone/code-form.tsx';
import '../../phone/phone-words.ts';
import { ProblemAlert } from '../problem-alert.tsx';
import { ProofLine } from '../proof-line.tsx';
import { type Problem, problemOf } from '../use-auth-form.ts';

/** After these errors the sign-in cannot continue: its form shows the reason. */
const OVER = new Set<string | undefined>(['auth/invalid-multi-factor-session', 'auth/user-disabled']);
/**
 * While a code is verified: the text has expired, and another one can be requested. While a text is requested: the
 * whole sign-in has expired.
 */
const EXPIRED = 'auth/code-expired';

export type SentText = SentCode & { at: number };

type Props = {
  step: SecondStep;
  factor: OfferedFactor;
  /** The text that was sent earlier. */
  sent: SentText | undefined;
  onSent: (sent: SentText) => void;
  onBusy: (busy: boolean) => void;
};

/** The code of a text, which is sent as soon as this is shown. */
export function SecondStepText(props: Props) {
  const { t } = useTranslation();
  const {
    step,
    factor: { number },
    sent,
  } = props;
  const { attempt, send, pending, failures, problem } = useText(props);
  const said = sent !== undefined ? 'sent' : pending ? 'sending' : 'unsent';
  return (
    <div className="stack gap-5">
      <p className="muted" role="status">
        {t(`factors.step.${said}`, { number })}
      </p>
      {problem !== undefined && <ProblemAlert problem={problem} />}
      {sent === undefined ? (
        <div>
          <Button size="lg" block loading={pending} onClick={() => void send()}>
            {t('phone.send')}
          </Button>
          <ProofLine />
        </div>
      ) : (
        <CodeForm
          sent={sent}
          submit={t('factors.step.submit')}
          pending={pending}
          failures={failures}
          onCode={(code) =>
            void attempt(
              () => step.sendTexted(sent, code),
              (refusal) => OVER.has(refusal),
            )
          }
          onResend={() => void send()}
        />
      )}
    </div>
  );
}

/** Requests and verifies a text, with the state of what is pending. */
function useText({ step, factor: { id }, sent, onSent, onBusy }: Props) {
  const [pending, setPending] = useState(false);
  const [failures, setFailures] = useState(0);
  const [problem, setProblem] = useState<Problem>();
  const asked = useRef(false);

  async function attempt(work: () => Promise<void>, over: (code: string | undefined) => boolean) {
    setPending(true);
    onBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      if (over(codeOf(error))) return step.end(error);
      setFailures((before) => before + 1);
      setProblem(problemOf(error, authErrorWords(error)));
    }
    setPending(false);
    onBusy(false);
  }

  const send = () =>
    attempt(
      async () => onSent({ ...(await step.text(id)), at: Date.now() }),
      (code) => OVER.has(code) || code === EXPIRED,
    );

  useEffect(() => {
    if (asked.current || sent !== undefined) return;
    asked.current = true;
    void send();
  });

  return { attempt, send, pending, failures, problem };
}
