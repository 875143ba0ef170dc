import { useId } from 'react';
import { Navigate } from 'react-router';
import { notices } from '../../../i18n/areas/notices.ts';
import { profile } from '../../../i18n/areas/profile.ts';
import { settings } from '../../../i18n/areas/settings.ts';
import { paths } from '../../../shared/paths.ts';
import { MailIcon } from '../../../ui/icons.tsx';
import { AccountPlaces } from '../../components/account/places.tsx';
import { LoadFailed } from '../../components/account/load-failed.tsx';
import { SessionStuck } from '../../components/account/session-stuck.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { PushDevices } from '../../components/push/push-devices.tsx';
import { addMessages } from '../../messages.ts';
import { callerOf, type SessionState, type SessionUser, useSession } from '../../session/session.ts';
import { useTranslation } from '../../translation.tsx';
import { NoticeList } from './notice-list.tsx';
import { useChoices } from './use-choices.ts';

addMessages({ notices, profile, settings });

export default function NoticesPage() {
  const { t } = useTranslation();
  const session = useSession();
  return (
    <>
      <PageTitle title={t('notices.title')} />
      <div className="profile-room">
        {session.status === 'loading' && <SessionStuck />}
        {session.status === 'signed-in' && <Notices session={session} />}
        {session.status === 'signed-out' && <Navigate to={paths.auth()} replace />}
      </div>
    </>
  );
}

function Notices({ session }: { session: Extract<SessionState, { status: 'signed-in' }> }) {
  const { t } = useTranslation();
  const { user } = session;
  const { state, choose, saved, retry } = useChoices({ owner: user.uid, caller: callerOf(session) });
  return (
    <div className="wrap account-page">
      <AccountPlaces current="notices" />
      <div className="account-page__main">
        <header className="stack gap-2">
          <h1 className="h-page">{t('notices.title')}</h1>
          <p className="muted">{t('notices.text')}</p>
        </header>
        <section className="card notice-places" aria-label={t('notices.where')}>
          <Address user={user} />
        </section>
        <Devices session={session} />
        {state === 'failed' ? (
          <LoadFailed title={t('notices.failed')} text={t('notices.failedText')} onRetry={retry} />
        ) : (
          <NoticeList choices={state} onChoose={choose} />
        )}
        <p className="small muted" role="status">
          {t(saved === undefined ? 'notices.saves' : saved ? 'notices.saved' : 'notices.notSaved')}
        </p>
      </div>
    </div>
  );
}

/** The devices that show notices of the account. */
function Devices({ session }: { session: Extract<SessionState, { status: 'signed-in' }> }) {
  const { t } = useTranslation();
  const titleId = useId();
  const { uid, email } = session.user;
  return (
    <section className="card card-p stack gap-2" aria-labelledby={titleId}>
      <h2 className="h-sec" id={titleId}>
        {t('notices.devices.title')}
      </h2>
      <p className="muted">{t('notices.devices.text')}</p>
      <PushDevices owner={{ uid, caller: callerOf(session) }} email={email} />
    </section>
  );
}

/** The address of the account, and where it is changed. */
function Address({ user: { email, emailVerified } }: { user: SessionUser }) {
  const { t } = useTranslation();
  return (
    <div className="notice-places__row">
      <MailIcon size={22} />
      <div>
        <b className="wrap-anywhere">{email ?? t('notices.noAddress')}</b>
        <small>{t(`notices.${email === null ? 'noAddressText' : emailVerified ? 'confirmed' : 'unconfirmed'}`)}</small>
      </div>
      <PageLink className="link small inline-flex min-h-11 items-center" to={`${paths.settings()}#address`}>
        {t('notices.change')}
      </PageLink>
    </div>
  );
}
