import { Fragment, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import type { EsimView, OrderSummary } from '../../../shared/views.ts';
import { paths } from '../../../shared/paths.ts';
import { keep } from '../../../i18n/areas/keep.ts';
import { profile } from '../../../i18n/areas/profile.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { LogOutIcon, MailIcon, PencilIcon, SettingsIcon } from '../../../ui/icons.tsx';
import { SessionStuck } from '../../components/account/session-stuck.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { statusOf } from '../../components/account/esim-status.ts';
import { KeepOnPhone } from '../../components/offline/keep-on-phone.tsx';
import { ActiveEsims } from './active-esims.tsx';
import { PurchaseHistory } from './purchase-history.tsx';
import { type LoadPage, useList } from './use-list.ts';
import { callApi } from '../../api.ts';
import { useAuthActions } from '../../session/auth-actions.ts';
import { callerOf, type SessionState, useSession, type SessionUser } from '../../session/session.ts';
import { useTranslation } from '../../translation.tsx';
import { addMessages } from '../../messages.ts';
import { useIsHosted } from '../../session/hosted.ts';
import { loadChunk } from '../../session/load-chunk.ts';
import { isSignedInNow, mayOfferPasskey } from '../../session/passkey-support.ts';
import { SendAgain } from '../../components/auth/send-again.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Avatar } from '../../components/account/avatar.tsx';
import { NameDialog } from '../../components/account/name-dialog.tsx';

addMessages({ keep, profile });

const PasskeyOffer = lazy(async () =>
  loadChunk(() => import('./passkey-offer.tsx')).then(
    (loaded) => ({ default: loaded.PasskeyOffer }),
    () => ({ default: () => null }),
  ),
);

export default function ProfilePage() {
  const { t } = useTranslation();
  const session = useSession();
  const { leaving, logout } = useLogout();
  return (
    <>
      <PageTitle title={t('profile.title')} />
      {/* Reserves the page's height, so that the footer does not jump when the session is known. */}
      <div className="profile-room">
        {session.status === 'loading' && <SessionStuck />}
        {session.status === 'signed-in' && <Profile session={session} leaving={leaving} onLogout={logout} />}
        {session.status === 'signed-out' && !leaving && <Navigate to={paths.auth()} replace />}
      </div>
    </>
  );
}

/** Initial number of items, and the number that each "Show more" adds. */
const CARDS = 6;
const LINES = 10;

const loadEsims: LoadPage<EsimView> = async (caller, before) => {
  const { esims, next } = await callApi('get /esims', { query: { active: 'true', limit: CARDS, before }, caller });
  return { items: esims, next };
};

const loadOrders: LoadPage<OrderSummary> = async (caller, before) => {
  const { orders, next } = await callApi('get /orders', { query: { paid: 'true', limit: LINES, before }, caller });
  return { items: orders, next };
};

type SignedIn = Extract<SessionState, { status: 'signed-in' }>;

function Profile({ session, leaving, onLogout }: { session: SignedIn; leaving: boolean; onLogout: () => void }) {
  const { user } = session;
  const { offering, endOffer } = useOffer();
  const main = useRef<HTMLDivElement>(null);
  const asUser = { owner: user.uid, caller: callerOf(session) };
  const esims = useList(loadEsims, asUser);
  const orders = useList(loadOrders, asUser);
  return (
    <div className="wrap profile-page">
      <UserCard user={user} leaving={leaving} onLogout={onLogout} />
      <div className="profile-main" ref={main} tabIndex={-1}>
        {offering && (
          <Suspense>
            <PasskeyOffer
              caller={callerOf(session)}
              onDone={() => {
                endOffer();
                // The button that had the focus is gone.
                if (main.current?.contains(document.activeElement)) main.current.focus();
              }}
            />
          </Suspense>
        )}
        <ActiveEsims {...esims} />
        {esims.list.status === 'ready' && esims.list.items.length > 0 && (
          <KeepOnPhone offered={esims.list.items.some((esim) => statusOf(esim) === 'notInstalled')} />
        )}
        <PurchaseHistory {...orders} />
      </div>
    </div>
  );
}

/** Whether a passkey is offered: after a sign-in on /auth, where this browser can have one. */
function useOffer() {
  const isHosted = useIsHosted();
  const { state } = useLocation();
  const [offering, setOffering] = useState(false);
  useEffect(() => {
    if (!isHosted && isSignedInNow(state) && mayOfferPasskey()) setOffering(true);
  }, [isHosted, state]);
  return { offering, endOffer: () => setOffering(false) };
}

/** Signs out and goes home; while `leaving`, the signed-out state must not ask for a sign-in. */
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

/** The signed-in user, with the available actions. */
function UserCard({ user, leaving, onLogout }: { user: SessionUser; leaving: boolean; onLogout: () => void }) {
  const { t } = useTranslation();
  const isHosted = useIsHosted();
  const [editing, setEditing] = useState(false);
  return (
    <aside className="card card-p user-card">
      <Avatar user={user} />
      <div className="user-card__identity">
        <h1 className="h-sec">{user.displayName || t('profile.defaultName')}</h1>
        <p className="muted small">
          {user.email?.split(/(?=@)/).map((part, index) => (
            <Fragment key={part}>
              {index > 0 && <wbr />}
              {part}
            </Fragment>
          ))}
        </p>
      </div>
      <div className="user-card__actions">
        <Button variant="secondary" icon={<PencilIcon size={16} />} disabled={leaving} onClick={() => setEditing(true)}>
          {t('profile.edit')}
        </Button>
        <PageLink className={buttonClass({ variant: 'ghost' })} to={paths.settings()}>
          <SettingsIcon size={16} />
          {t('profile.settings')}
        </PageLink>
        <Button variant="ghost" icon={<LogOutIcon size={16} />} loading={leaving} onClick={onLogout}>
          {t('profile.logout')}
        </Button>
      </div>
      {user.email !== null && !user.emailVerified && !isHosted && (
        <div className="user-card__note">
          <p>
            <MailIcon size={16} />
            {t('profile.unverified.text')}
          </p>
          <SendAgain label={t('profile.unverified.send')} sent={t('profile.unverified.sent')} />
        </div>
      )}
      <NameDialog open={editing} name={user.displayName ?? ''} onClose={() => setEditing(false)} />
    </aside>
  );
}
