import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { codeOf } from '../../../shared/errors.ts';
import { paths } from '../../../shared/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { CheckIcon, MailIcon } from '../../../ui/icons.tsx';
import { useAuthActions } from '../../session/auth-actions.ts';
import { authErrorMessage } from '../../session/auth-error-message.ts';
import { useSession } from '../../session/session.ts';
import { SendAgain } from './send-again.tsx';

/** Codes of the SDK for a link that won't ever work (again). */
const BURNT = new Set(['auth/invalid-action-code', 'auth/expired-action-code']);

/** Proves an address on a click, never on arrival: scanners of mail open every link, and the code works once. */
export function ConfirmAddress({ code }: { code: string }) {
  const { t } = useTranslation();
  const { verifyEmail } = useAuthActions();
  const session = useSession();
  const [state, setState] = useState<'waiting' | 'busy' | 'done'>('waiting');
  const [problem, setProblem] = useState<string>();
  const [burnt, setBurnt] = useState(false);

  async function confirm() {
    setState('busy');
    setProblem(undefined);
    try {
      await verifyEmail(code);
      setState('done');
    } catch (error) {
      setBurnt(BURNT.has(codeOf(error) ?? ''));
      setProblem(codeOf(error) === undefined ? t('errors.fallback.auth') : authErrorMessage(error, t));
      setState('waiting');
    }
  }

  if (state === 'done') {
    return (
      <div role="status">
        <EmptyState level="h1" icon={<CheckIcon />} title={t('auth.action.done')} action={<WayOn signedIn={session.status === 'signed-in'} />}>
          {t('auth.action.doneText')}
        </EmptyState>
      </div>
    );
  }
  return (
    <EmptyState
      level="h1"
      icon={<MailIcon />}
      title={t('auth.action.title')}
      action={
        <div className="stack gap-4 mt-3 justify-items-center max-w-[400px]">
          {problem !== undefined && (
            <Alert tone="danger" title={t('auth.action.failed')} className="text-left">
              {problem} {burnt && session.status === 'signed-out' && t('auth.action.signInFirst')}
            </Alert>
          )}
          {!burnt && (
            <Button loading={state === 'busy'} onClick={() => void confirm()}>
              {t('auth.action.confirm')}
            </Button>
          )}
          {burnt && session.status === 'signed-in' && !session.user.emailVerified && (
            <SendAgain variant="secondary" label={t('auth.action.again')} sent={t('auth.action.sent', { email: session.user.email })} />
          )}
          {burnt && session.status === 'signed-out' && (
            <Link className={buttonClass({ variant: 'secondary' })} to={paths.auth()}>
              {t('auth.action.signIn')}
            </Link>
          )}
        </div>
      }
    >
      {t('auth.action.text')}
    </EmptyState>
  );
}

function WayOn({ signedIn }: { signedIn: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="row flex-wrap justify-center mt-3">
      <Link className={buttonClass()} to={signedIn ? paths.profile() : paths.auth()}>
        {t(signedIn ? 'auth.action.profile' : 'auth.action.signIn')}
      </Link>
      <Link className={buttonClass({ variant: 'secondary' })} to={paths.plans()}>
        {t('auth.action.plans')}
      </Link>
    </div>
  );
}
