import type { ReactNode } from 'react';
import { paths } from '../../../../shared/paths.ts';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ErrorIcon, InfoIcon, RetryIcon } from '../../../../ui/icons.tsx';
import { Skeleton } from '../../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx';
import type { CodeFacts } from '../../../session/code-actions.ts';
import { authErrorMessage } from '../../../session/auth-error-message.ts';
import { useSession } from '../../../session/session.ts';
import { useTranslation } from '../../../translation.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { MailLinkForm } from '../../../components/auth/mail-link-form.tsx';
import { type Death, useInspection } from './use-inspection.ts';

/** Where a new link can be requested: by mail to an address, or in the account. */
export type Again = 'forgot' | 'link' | 'settings' | 'support';

/** Inspects a mailed link first: shows its purpose, or why it is invalid and how to get a new one. */
export function Inspected({
  code,
  again,
  children,
}: {
  code: string;
  again: Again;
  children: (facts: CodeFacts) => ReactNode;
}) {
  const { t } = useTranslation();
  const { inspection, retry } = useInspection(code);
  if (inspection.status === 'good') return children(inspection.facts);
  if (inspection.status === 'dead') return <DeadLink death={inspection.death} again={again} />;
  if (inspection.status === 'failed') {
    return (
      <div role="alert">
        <EmptyState
          level="h1"
          icon={<ErrorIcon />}
          title={t('auth.action.notChecked')}
          action={
            <Button variant="secondary" className="mt-3" icon={<RetryIcon size={18} />} onClick={retry}>
              {t('auth.tryAgain')}
            </Button>
          }
        >
          {authErrorMessage(inspection.error, t)}
        </EmptyState>
      </div>
    );
  }
  return <Checking />;
}

/** While it is not known yet what the page shows. */
export function Checking() {
  const { t } = useTranslation();
  return (
    <div className="empty late" aria-busy="true">
      <VisuallyHidden>{t('auth.action.checking')}</VisuallyHidden>
      <Skeleton className="h-11 w-11" />
      <Skeleton className="h-7 w-64 max-w-full" />
      <Skeleton className="h-5 w-80 max-w-full" />
      <Skeleton className="h-11 w-44 mt-3" />
    </div>
  );
}

/** A link that is expired or used, and the way to a new one. */
export function DeadLink({ death, again }: { death: Death; again: Again }) {
  const { t } = useTranslation();
  const signedIn = useSession().status === 'signed-in';
  const [to, label] =
    again === 'support'
      ? ([paths.contact(), 'auth.action.toSupport'] as const)
      : signedIn
        ? ([paths.settings(), 'auth.action.toSettings'] as const)
        : ([paths.auth(), 'auth.action.signIn'] as const);
  return (
    <EmptyState
      level="h1"
      icon={<InfoIcon />}
      title={t(death === 'expired' ? 'auth.action.expired' : 'auth.action.unknown')}
      action={
        again === 'forgot' || again === 'link' ? (
          <div className="action-form">
            <MailLinkForm kind={again} email="" />
          </div>
        ) : (
          <PageLink className={buttonClass({}, 'mt-3')} to={to}>
            {t(label)}
          </PageLink>
        )
      }
    >
      {t(`auth.action.dead.${death}`)} {t(`auth.action.anew.${again}`)}
    </EmptyState>
  );
}
