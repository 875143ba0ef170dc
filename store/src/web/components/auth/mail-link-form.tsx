import { type FormEvent, type ReactNode, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAuthActions } from '../../session/auth-actions.ts';
import { authErrorWords } from '../../session/auth-error-message.ts';
import { useTranslation } from '../../translation.tsx';
import { EmailField } from '../email-field.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { ProofLine } from './proof-line.tsx';
import { type Problem, problemOf } from './use-auth-form.ts';
import { emailForm } from '../../../shared/forms/forms.ts';
import { useForm } from '../../use-form.ts';

type Props = {
  /** A link for a new password, forgotten or too weak, or one that signs in. */
  kind: 'forgot' | 'upgrade' | 'link';
  email: string;
  /** Level of its title; without one the parent has the title. */
  heading?: 'h1' | 'h2';
  /** Below the title. */
  intro?: ReactNode;
  /** Returns to the form, with the current address. */
  onBack?: (email: string) => void;
};

/** The alert of the error that leads to a new password (specification, 8). */
const TOO_WEAK: Problem = { words: (t) => t('errors.auth.password-does-not-meet-requirements'), chunk: false };

/** Requests a mailed link. The message is the same whether or not the address has an account. */
export function MailLinkForm({ kind, email: initial, heading: Heading, intro, onBack }: Props) {
  const { t } = useTranslation();
  const [email, setEmail] = useState(initial);
  const { errors, watch, send, pending, problem, sentTo } = useMailLink(kind);
  return (
    <form className="stack gap-5" method="post" noValidate onSubmit={(event) => void send(event)} {...watch}>
      {Heading !== undefined && (
        <header className="grid gap-2 mb-1">
          <Heading className="h-page">{t(`auth.${kind}.title`)}</Heading>
          <p className="muted">{t(`auth.${kind}.text`)}</p>
        </header>
      )}
      {intro}
      {problem !== undefined && <ProblemAlert problem={problem} />}
      {sentTo !== undefined && (
        <Alert tone="success" title={t('auth.sent.title')} live>
          {t(`auth.${kind}.sent`, { email: sentTo })}
        </Alert>
      )}
      <EmailField
        label={t('auth.email')}
        name="email"
        autoFocus={Heading !== undefined}
        required
        value={email}
        readOnly={pending}
        onChange={(event) => setEmail(event.target.value)}
        error={errors.email}
      />
      <div>
        <Button
          type="submit"
          size="lg"
          block
          variant={sentTo === undefined ? 'primary' : 'secondary'}
          loading={pending}
        >
          {t(sentTo === undefined ? `auth.${kind}.send` : 'auth.sent.again')}
        </Button>
        <ProofLine />
      </div>
      {onBack !== undefined && (
        <Button variant="ghost" className="justify-self-center" disabled={pending} onClick={() => onBack(email.trim())}>
          {t('auth.back')}
        </Button>
      )}
    </form>
  );
}

/** Sends the link; `sentTo` is the address that got it. */
function useMailLink(kind: Props['kind']) {
  const { requestPasswordReset, requestSignInLink } = useAuthActions();
  const { errors, watch, check } = useForm(emailForm);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>(kind === 'upgrade' ? TOO_WEAK : undefined);
  const [sentTo, setSentTo] = useState<string>();

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const address = check(event.currentTarget)?.email;
    if (address === undefined) return;
    setPending(true);
    setProblem(undefined);
    setSentTo(undefined);
    try {
      await (kind === 'link' ? requestSignInLink(address) : requestPasswordReset(address));
      setSentTo(address);
    } catch (error) {
      setProblem(problemOf(error, authErrorWords(error)));
    }
    setPending(false);
  }

  return { errors, watch, send, pending, problem, sentTo };
}
