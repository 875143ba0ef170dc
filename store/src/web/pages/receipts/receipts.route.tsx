import { Navigate, useSearchParams } from 'react-router';
import { documents } from '../../../i18n/areas/documents.ts';
import { profile } from '../../../i18n/areas/profile.ts';
import { paths } from '../../../shared/paths.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { AccountPlaces } from '../../components/account/places.tsx';
import { LoadFailed } from '../../components/account/load-failed.tsx';
import { SessionStuck } from '../../components/account/session-stuck.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { addMessages } from '../../messages.ts';
import { callerOf, type SessionState, useSession } from '../../session/session.ts';
import { useTranslation } from '../../translation.tsx';
import { BillingCard } from './billing-card.tsx';
import { ReceiptList } from './receipt-list.tsx';
import { useReceipts } from './use-receipts.ts';

addMessages({ documents, profile });

export default function ReceiptsPage() {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <>
      <PageTitle title={t('documents.title')} />
      <div className="profile-room">
        {session.status === 'loading' && <SessionStuck />}
        {session.status === 'signed-in' && <Receipts session={session} />}
        {session.status === 'signed-out' && <Navigate to={paths.auth()} replace />}
      </div>
    </>
  );
}

function Receipts({ session }: { session: Extract<SessionState, { status: 'signed-in' }> }) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const asked = /^\d{4}$/.test(query.get('year') ?? '') ? Number(query.get('year')) : null;
  const caller = callerOf(session);
  const { state, retry, keepBilling } = useReceipts({ owner: session.user.uid, caller, year: asked });
  const found = typeof state === 'object' ? state : undefined;
  return (
    <div className="wrap account-page">
      <AccountPlaces current="receipts" />
      <div className="account-page__main" aria-busy={state === undefined}>
        <header className="stack gap-2">
          <h1 className="h-page">{t('documents.title')}</h1>
          <p className="muted">{t('documents.text')}</p>
        </header>
        {state === undefined && <Loading />}
        {state === 'failed' && (
          <LoadFailed title={t('documents.failed')} text={t('documents.failedText')} onRetry={retry} />
        )}
        {found !== undefined && (
          <>
            {found.year === null || found.documents.length === 0 ? (
              <section className="card">
                <EmptyState level="h2" icon={<DownloadIcon />} title={t('documents.none')}>
                  {t('documents.noneText')}
                </EmptyState>
              </section>
            ) : (
              <>
                <div className="receipt-years">
                  <Years years={found.years} year={found.year} />
                  <a className="link receipt-years__all" href={paths.receiptsPdf(found.year)}>
                    <DownloadIcon size={18} />
                    {t('documents.all', { year: found.year })}
                  </a>
                </div>
                <ReceiptList documents={found.documents} year={found.year} />
              </>
            )}
            <BillingCard billing={found.billing} caller={caller} onSaved={keepBilling} />
          </>
        )}
      </div>
    </div>
  );
}

/** The years with documents; one alone needs no choice. */
function Years({ years, year }: { years: readonly number[]; year: number }) {
  const { t } = useTranslation();
  if (years.length < 2) return <h2 className="h-sec">{year}</h2>;
  return (
    <nav className="receipt-years__choice" aria-label={t('documents.years')}>
      {years.map((each) => (
        <PageLink key={each} to={paths.receipts(each)} aria-current={each === year ? 'true' : undefined}>
          {each}
        </PageLink>
      ))}
    </nav>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <>
      <span className="sr">{t('documents.loading')}</span>
      <div className="card card-p late stack gap-3">
        <Skeleton className="h-6 w-48 max-w-full" />
        <Skeleton className="h-4 w-32" />
      </div>
    </>
  );
}
