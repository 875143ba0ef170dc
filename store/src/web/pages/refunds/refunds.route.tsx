import { useCallback, useEffect, useState } from 'react';
import { useLoaderData } from 'react-router';
import { auth } from '../../../i18n/areas/auth.ts';
import { errors } from '../../../i18n/areas/errors.ts';
import { profile } from '../../../i18n/areas/profile.ts';
import { refunds } from '../../../i18n/areas/refunds.ts';
import { paths } from '../../../shared/paths.ts';
import type { RefundableView } from '../../../shared/refund-views.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { CardIcon, ChevronRightIcon, MailIcon } from '../../../ui/icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type Caller, callApi } from '../../api.ts';
import { SignInDialog } from '../../components/auth/sign-in-dialog.tsx';
import { LoadFailed } from '../../components/account/load-failed.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { addMessages } from '../../messages.ts';
import { callerOf, useSession } from '../../session/session.ts';
import type { PageHandle } from '../../sheets.tsx';
import { useTranslation } from '../../translation.tsx';
import { loadRefundable } from './refunds-loader.ts';
import { RefundRow } from './refund-row.tsx';

// Outside of the layout of personal pages: it works without script.
export const handle: PageHandle = { sheets: ['account'] };

addMessages({ auth, errors, profile, refunds });

export function headers() {
  return { 'Cache-Control': 'private, no-store' };
}

export const loader = loadRefundable;

/** What the lines of the account can be refunded for. */
export default function RefundsPage() {
  const { t } = useTranslation();
  const { lines, windowDays } = useLoaderData<typeof loader>();
  const session = useSession();
  const isSignedIn = session.status === 'signed-in';
  const caller = isSignedIn ? callerOf(session) : null;
  return (
    <div className="wrap refund">
      <PageTitle title={t('refunds.title')} />
      <header className="stack gap-2.5">
        <nav className="crumbs" aria-label={t('refunds.crumbs')}>
          <PageLink to={paths.profile()}>{t('profile.title')}</PageLink>
          <ChevronRightIcon size={14} />
          <span aria-current="page">{t('refunds.title')}</span>
        </nav>
        <h1 className="h-display">{t('refunds.list.title')}</h1>
        {windowDays > 0 && <p className="lede">{t('refunds.list.lede', { count: windowDays })}</p>}
      </header>
      {lines !== null && session.status !== 'signed-out' ? (
        <Lines lines={lines} />
      ) : caller !== null ? (
        <OwnLines key={isSignedIn ? session.user.uid : ''} caller={caller} />
      ) : (
        <Guest />
      )}
      <p className="muted small row flex-wrap">
        <PageLink className="link" to={paths.withdraw()}>
          {t('chrome.footer.withdraw')}
        </PageLink>
        <PageLink className="link" to={paths.refundPolicy()}>
          {t('refunds.list.rules')}
        </PageLink>
      </p>
    </div>
  );
}

function Lines({ lines }: { lines: readonly RefundableView[] }) {
  const { t } = useTranslation();
  if (lines.length === 0)
    return (
      <section className="card">
        <EmptyState level="h2" icon={<CardIcon />} title={t('refunds.list.none')}>
          {t('refunds.list.noneText')}
        </EmptyState>
      </section>
    );
  return (
    <ul className="card" aria-label={t('refunds.list.lines')}>
      {lines.map((line) => (
        <RefundRow key={`${line.orderId} ${line.line}`} line={line} />
      ))}
    </ul>
  );
}

/** The lines of the signed-in account, whom no cookie identifies: the page asks the API. */
function OwnLines({ caller }: { caller: Caller }) {
  const { t } = useTranslation();
  const [lines, setLines] = useState<RefundableView[] | 'failed' | undefined>();
  const load = useCallback(() => {
    setLines(undefined);
    callApi('get /account/refundable', { caller }).then(
      (answer) => setLines(answer.lines),
      () => setLines('failed'),
    );
  }, [caller]);
  useEffect(load, [load]);
  if (lines === undefined) return <Skeleton className="h-40 w-full" />;
  if (lines === 'failed')
    return <LoadFailed title={t('refunds.list.failed')} text={t('refunds.list.failedText')} onRetry={load} />;
  return <Lines lines={lines} />;
}

/** Without an account the mailed link opens the order, whose page has the same. */
function Guest() {
  const { t } = useTranslation();
  const [signingIn, setSigningIn] = useState(false);
  return (
    <section className="card">
      <EmptyState
        level="h2"
        icon={<MailIcon />}
        title={t('refunds.list.guest')}
        action={
          <>
            <PageLink
              className={buttonClass()}
              to={paths.auth()}
              onClick={(event) => {
                event.preventDefault();
                setSigningIn(true);
              }}
            >
              {t('refunds.list.signIn')}
            </PageLink>
            <SignInDialog open={signingIn} onClose={() => setSigningIn(false)} />
          </>
        }
      >
        {t('refunds.list.guestText')}
      </EmptyState>
    </section>
  );
}
