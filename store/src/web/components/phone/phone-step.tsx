import { type ReactNode, useEffect, useState } from 'react';
import { codeOf } from '../../../shared/errors.ts';
import { callApi } from '../../api.ts';
import { authErrorWords, type Words } from '../../session/auth-error-message.ts';
import { usePhoneActions } from '../../session/phone-actions.ts';
import type { SentCode } from '../../session/text-code.ts';
import { useTranslation } from '../../translation.tsx';
import { Button } from '../../../ui/button.tsx';
import { ProblemAlert } from '../auth/problem-alert.tsx';
import { ProofLine } from '../auth/proof-line.tsx';
import { type Problem, problemOf } from '../auth/use-auth-form.ts';
import { CodeForm } from './code-form.tsx';
import { maskNumber } from './countries.ts';
import { NumberForm } from './number-form.tsx';
import './phone-words.ts';

type Props = {
  /** The purpose of the code; selects the texts of the two forms. */
  purpose: 'signIn' | 'add' | 'prove' | 'factor';
  heading?: 'h1' | 'h2';
  /** Set when the number is known and only verified. */
  number?: string;
  /** Sends the code, for purposes with a call of their own. Rejects with the SDK's error. */
  onNumber?: (phoneNumber: string) => Promise<SentCode>;
  /** Verifies the code. Rejects with the SDK's error. */
  onCode: (sent: SentCode, code: string) => Promise<void>;
  /** An alternative at the bottom of each form. */
  other?: { ofNumber: ReactNode; ofCode: ReactNode };
};

/** Error codes for a number of another account; the SDK has two. */
const TAKEN = new Set<string | undefined>([
  'auth/account-exists-with-different-credential',
  'auth/credential-already-in-use',
]);

/**
 * A phone number, then the code of the text that was sent to it. Imported on demand with its messages and
 * libphonenumber.
 */
export function PhoneStep({ purpose, heading, number: known, onNumber, onCode, other }: Props) {
  const { t, locale } = useTranslation();
  const { countries, unread } = useCountries();
  const { number, sent, change, send, attempt, pending, failures, problem } = useSentCode(onNumber);
  return (
    <div className="stack gap-5">
      <StepHead purpose={purpose} heading={heading} sent={sent} onWrong={known === undefined ? change : undefined} />
      {problem !== undefined && <ProblemAlert problem={problem} />}
      {unread !== undefined && <ProblemAlert problem={problemOf(unread, authErrorWords(unread))} />}
      {sent === undefined && known !== undefined && (
        <div>
          <Button block loading={pending} onClick={() => void send(known)}>
            {t('phone.send')}
          </Button>
          <ProofLine />
        </div>
      )}
      {sent === undefined ? (
        countries !== undefined &&
        known === undefined && (
          <NumberForm
            key={locale}
            countries={countries}
            initial={number}
            pending={pending}
            onNumber={(to) => void send(to)}
          >
            {other?.ofNumber}
          </NumberForm>
        )
      ) : (
        <CodeForm
          sent={sent}
          submit={t(`phone.${purpose}.submit`)}
          pending={pending}
          failures={failures}
          onCode={(code) => void attempt(() => onCode(sent, code))}
          onResend={() => void send(sent.phoneNumber)}
          other={other?.ofCode}
        />
      )}
    </div>
  );
}

/** The supported countries, or the error of reading them. */
function useCountries() {
  const [countries, setCountries] = useState<readonly string[]>();
  const [unread, setUnread] = useState<unknown>();

  useEffect(() => {
    void callApi('get /phone-countries').then(
      (answer) => setCountries(answer.countries),
      (error: unknown) => setUnread(error),
    );
  }, []);

  return { countries, unread };
}

/** The text that was sent to a number, and the state of the request that is pending. */
function useSentCode(onNumber: Props['onNumber']) {
  const { sendCode } = usePhoneActions();
  const sendTo = onNumber ?? sendCode;
  const [number, setNumber] = useState('');
  const [sent, setSent] = useState<SentCode & { at: number }>();
  const [pending, setPending] = useState(false);
  const [failures, setFailures] = useState(0);
  const [problem, setProblem] = useState<Problem>();

  async function attempt(work: () => Promise<void>) {
    setPending(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setFailures((before) => before + 1);
      const words: Words = (t) => t('errors.auth.phone-number-exists');
      setProblem(problemOf(error, TAKEN.has(codeOf(error)) ? words : authErrorWords(error)));
    }
    setPending(false);
  }

  const send = (to: string) =>
    attempt(async () => {
      setNumber(to);
      setSent({ ...(await sendTo(to)), at: Date.now() });
    });

  return { number, sent, change: () => setSent(undefined), send, attempt, pending, failures, problem };
}

/** Title and text of the number's form, or of the code's, with the way back to another number. */
function StepHead({
  purpose,
  heading: Heading,
  sent,
  onWrong,
}: Pick<Props, 'purpose' | 'heading'> & { sent: SentCode | undefined; onWrong: (() => void) | undefined }) {
  const { t } = useTranslation();
  const words = sent === undefined ? (`phone.${purpose}` as const) : ('phone.enter' as const);
  return (
    <header className="grid gap-2 mb-1">
      {Heading !== undefined && <Heading className="h-page">{t(`${words}.title`)}</Heading>}
      <p className="muted">
        {sent === undefined ? (
          t(`phone.${purpose}.text`)
        ) : (
          <>
            {t('phone.enter.sentTo', { number: maskNumber(sent.phoneNumber) })}{' '}
            {onWrong !== undefined && (
              <button type="button" className="link" onClick={onWrong}>
                {t('phone.enter.wrong')}
              </button>
            )}
          </>
        )}
      </p>
    </header>
  );
}
