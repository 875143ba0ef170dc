import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ChevronRightIcon } from '../../../ui/icons.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { profile } from '../../../i18n/areas/profile.ts';
import { settings } from '../../../i18n/areas/settings.ts';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { SessionStuck } from '../../components/account/session-stuck.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { ACCOUNT_PAGES } from '../../components/account/places.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { LoadFailed } from '../../components/account/load-failed.tsx';
import { AddressSection } from './address-section.tsx';
import { DataSection } from './data-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { FactorsSection } from './factors/factors-section.tsx';
import { LanguageSection } from './language-section.tsx';
import { LinkedSection } from './linked-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PersonalSection } from './personal/personal-section.tsx';
import { PhoneSection } from './phone-section.tsx';
import { RecentLoginProvider } from './recent-login/recent-login.tsx';
import { HOSTED_SECTIONS, SECTIONS } from './section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { type AccountDetails, useAccount } from './use-account.ts';
import { useRootData } from '../../root-data.ts';
import { useAuthActions } from '../../session/auth-actions.ts';
import { useIsHosted } from '../../session/hosted.ts';
import { callerOf, type SessionState, type SessionUser, useSession } from '../../session/session.ts';
import { useTranslation } from '../../translation.tsx';
import { addMessages } from '../../messages.ts';

addMessages({ profile, settings });

export default function SettingsPage() {
  const { t } = useTranslation();
  const session = useSession();
  /** While the account is being deleted, the signed-out state must not ask for a sign-in. */
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <PageTitle title={t('settings.title')} />
      <div className="profile-room">
        {session.status === 'loading' && <SessionStuck />}
        {session.status === 'signed-in' && <Settings session={session} onLeaving={setLeaving} />}
        {session.status === 'signed-out' && !leaving && <Navigate to={paths.auth()} replace />}
      </div>
    </>
  );
}

type SignedIn = Extract<SessionState, { status: 'signed-in' }>;

function Settings({ session, onLeaving }: { session: SignedIn; onLeaving: (leaving: boolean) => void }) {
  const { t } = useTranslation();
  const { user } = session;
  const caller = callerOf(session);
  const { state, refresh, retry } = useAccount({ owner: user.uid, caller });
  const { forgetSession } = useAuthActions();
  const navigate = useNavigate();
  const toast = useToast();
  const hasPhone =
    useRootData().identity.phone || (state.status === 'ready' && state.details.account.phoneNumber !== null);
  const details = state.status === 'ready' ? state.details : undefined;
  const isHosted = useIsHosted();
  const account = details && (isHosted ? withWaysOf(user, details.account) : details.account);

  return (
    <RecentLoginProvider email={user.email} account={account} hasPasskey={(details?.passkeys.length ?? 0) > 0}>
      <div className="wrap profile-page settings">
        <Contents isHosted={isHosted} hasPhone={hasPhone} />
        <div className="settings-main" aria-busy={state.status === 'loading'}>
          {isHosted && <Alert tone="info">{t('settings.hosted.note')}</Alert>}
          <PersonalSection user={user} caller={caller} />
          {!isHosted && <AddressSection user={user} />}
          {state.status === 'loading' && <LoadingSections />}
          {state.status === 'failed' && (
            <LoadFailed title={t('settings.failed')} text={t('settings.failedText')} onRetry={retry} />
          )}
          {details !== undefined && !isHosted && (
            <>
              <PasswordSection email={user.email} hasPassword={details.account.hasPassword} onChanged={refresh} />
              <LinkedSection details={details} onChanged={refresh} />
              <FactorsSection email={user.email} details={details} caller={caller} onChanged={refresh} />
              {hasPhone && <PhoneSection details={details} onChanged={refresh} />}
              <PasskeysSection passkeys={details.passkeys} caller={caller} onChanged={refresh} />
            </>
          )}
          <LanguageSection caller={caller} ofMails={details?.account.locale} onChanged={refresh} />
          {details !== undefined && !isHosted && (
            <SessionsSection details={details} caller={caller} onSignedOut={forgetSession} />
          )}
          <DataSection caller={caller} />
          <DeleteSection
            onLeaving={onLeaving}
            onDeleted={() => {
              toast(t('settings.delete.done'));
              void navigate(paths.home(), { replace: true });
            }}
          />
        </div>
      </div>
    </RecentLoginProvider>
  );
}

function Contents({ isHosted, hasPhone }: { isHosted: boolean; hasPhone: boolean }) {
  const { t } = useTranslation();
  return (
    <aside className="settings-side">
      <nav className="crumbs" aria-label={t('settings.crumbs')}>
        <PageLink to={paths.profile()}>{t('profile.title')}</PageLink>
        <ChevronRightIcon size={14} />
        <span aria-current="page">{t('settings.title')}</span>
      </nav>
      <h1 className="h-page">{t('settings.title')}</h1>
      <nav className="settings-nav" aria-label={t('settings.contents')}>
        {(isHosted ? HOSTED_SECTIONS : SECTIONS.filter((name) => name !== 'phone' || hasPhone)).map((name) => (
          <a key={name} className="link" href={`#${name}`}>
            {t(`settings.${name}.title`)}
          </a>
        ))}
        {(Object.keys(ACCOUNT_PAGES) as (keyof typeof ACCOUNT_PAGES)[]).map((place) => (
          <PageLink key={place} className="link" to={ACCOUNT_PAGES[place]}>
            {t(`profile.places.${place}`)}
          </PageLink>
        ))}
      </nav>
    </aside>
  );
}

/** Adds the ways to sign in, which only Google's identity service knows. */
function withWaysOf({ providers }: SessionUser, account: AccountDetails['account']): AccountDetails['account'] {
  return {
    ...account,
    hasPassword: providers.includes('password'),
    providers: (['google.com', 'facebook.com'] as const)
      .filter((provider) => providers.includes(provider))
      .map((provider) => ({ provider, email: null, displayName: null })),
  };
}

/** Placeholders for the sections whose data comes from the server. */
function LoadingSections() {
  const { t } = useTranslation();
  return (
    <>
      <VisuallyHidden>{t('profile.loading')}</VisuallyHidden>
      {[1, 2].map((each) => (
        <Card padded className="late settings-section" key={each}>
          <Skeleton className="h-6 w-40" />
          <Skeleton className="h-4 w-72 max-w-full" />
          <Skeleton className="h-11 w-36" />
        </Card>
      ))}
    </>
  );
}
