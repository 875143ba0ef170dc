import { paths } from '../../../../shared/paths.ts';
import { Alert } from '../../../../ui/alert.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { CheckIcon, MailIcon } from '../../../../ui/icons.tsx';
import { useCodeActions } from '../../../session/code-actions.ts';
import { useSession } from '../../../session/session.ts';
import { useTranslation } from '../../../translation.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { SendAgain } from '../../../components/auth/send-again.tsx';
import { useClick } from './use-click.ts';
import { WayOn } from './way-on.tsx';

/** Verifies an address after a click, never on load: mail scanners open every link, and the code works once. */
export function ConfirmAddress({ code }: { code: string }) {
  const { t } = useTranslation();
  const { apply } = useCodeActions();
  const session = useSession();
  const { state, problem, death, click } = useClick();
  const burnt = death !== undefined;

  if (state === 'done') {
    return (
      <div role="status">
        <EmptyState level="h1" icon={<CheckIcon />} title={t('auth.action.done')} action={<WayOn />}>
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
              {problem.text} {burnt && session.status === 'signed-out' && t('auth.action.signInFirst')}
            </Alert>
          )}
          {!burnt && (
            <Button loading={state === 'busy'} onClick={() => void click(() => apply(code))}>
              {t('auth.action.confirm')}
            </Button>
          )}
          {burnt && session.status === 'signed-in' && !session.user.emailVerified && (
            <SendAgain
              variant="secondary"
              label={t('auth.action.again')}
              sent={t('auth.action.sent', { email: session.user.email })}
            />
          )}
          {burnt && session.status === 'signed-out' && (
            <PageLink className={buttonClass({ variant: 'secondary' })} to={paths.auth()}>
              {t('auth.action.signIn')}
            </PageLink>
          )}
        </div>
      }
    >
      {t('auth.action.text')}
    </EmptyState>
  );
}
