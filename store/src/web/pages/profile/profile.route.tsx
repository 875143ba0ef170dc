import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { EsimView, OrderSummary } from '../../../shared/views.ts';
import { paths } from '../../../shared/paths.ts';
import { callerOf } from '../../api.ts';
import { SessionStuck } from '../../components/account/session-stuck.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { KeepOnPhone } from '../../components/offline/keep-on-phone.tsx';
import { ActiveEsims } from './active-esims.tsx';
import { PurchaseHistory } from './purchase-history.tsx';
import { useList } from './use-list.ts';
import { UserCard } from './user-card.tsx';
import { useAuthActions } from '../../session/auth-actions.ts';
import { type SessionState, useSession } from '../../session/session.ts';
import { useTranslation } from '../../translation.tsx';
import { keep } from '../../../i18n/areas/keep.ts';
import { profile } from '../../../i18n/areas/profile.ts';
import { addMessages } from '../../messages.ts';

addMessages({ keep, profile });

export default function ProfilePage() {
  const { t } = useTranslation();
  const session = useSession();
  const { leaving, logout } = useLogout();
  return (
    <>
      <PageTitle title={t('profile.title')} />
      <meta name="robots" content="noindex" />
      {/* The room the page will take: the footer must not jump when the session is known. */}
      <div className="profile-room">
        {session.status === 'loading' && <SessionStuck />}
        {session.status === 'signed-in' && <Profile session={session} leaving={leaving} onLogout={logout} />}
        {session.status === 'signed-out' && !leaving && <Navigate to={paths.auth()} replace />}
      </div>
    </>
  );
}

/** A first look, and as much again with each "Show more". */
const CARDS = 6;
const LINES = 10;

type SignedIn = Extract<SessionState, { status: 'signed-in' }>;

function Profile({ session, leaving, onLogout }: { session: SignedIn; leaving: boolean; onLogout: () => void }) {
  const { user } = session;
  const asUser = { owner: user.uid, caller: callerOf(session) };
  const esims = useList<EsimView>(`${paths.api.esims()}?active=true&limit=${CARDS}`, 'esims', asUser);
  const orders = useList<OrderSummary>(`${paths.api.orders()}?paid=true&limit=${LINES}`, 'orders', asUser);
  return (
    <div className="wrap profile-page">
      <UserCard user={user} leaving={leaving} onLogout={onLogout} />
      <div className="profile-main">
        <ActiveEsims {...esims} />
        {esims.list.status === 'ready' && esims.list.items.length > 0 && <KeepOnPhone />}
        <PurchaseHistory {...orders} />
      </div>
    </div>
  );
}

/** Signs out and goes home; while `leaving`, being signed out is no reason to ask for a sign-in. */
function useLogout() {
  const navigate = useNavigate();
  const { signOut } = useAuthActions();
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    try {
      await signOut();
      await navigate(paths.home());
    } catch (error) {
      console.error(error);
      setLeaving(false);
    }
  }

  return { leaving, logout: () => void leave() };
}
