import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { AuthArt } from './auth-art.tsx';
import { AuthForm } from '../../components/auth/auth-form.tsx';
import { callerOf } from '../../api.ts';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { useIsHosted } from '../../session/hosted.ts';
import { loadChunk } from '../../session/load-chunk.ts';
import { mayOfferPasskey } from '../../session/passkey-support.ts';
import { useSession } from '../../session/session.ts';
import { useTranslation } from '../../translation.tsx';

const PasskeyOffer = lazy(async () => {
  const nothing = { default: () => <Navigate to={paths.profile()} replace /> };
  return loadChunk(() => import('./passkey-offer.tsx')).then(
    (loaded) => ({ default: loaded.PasskeyOffer }),
    () => nothing,
  );
});

export default function AuthPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSession();
  const [linking, setLinking] = useState(false);
  const [byPhone, setByPhone] = useState(false);
  /** Whether the sign-in happened on this page, so that a passkey may be offered for the next one. */
  const [wasSignedOut, setWasSignedOut] = useState(false);
  const [answered, setAnswered] = useState(false);
  const isHosted = useIsHosted();
  const mayOffer = () => !isHosted && mayOfferPasskey();
  const isSignedOut = session.status === 'signed-out';
  useEffect(() => {
    if (isSignedOut) setWasSignedOut(true);
  }, [isSignedOut]);

  // `replace`, here and below: going back from the profile must not lead to a page that leads to the profile.
  if (session.status === 'signed-in' && !linking)
    return wasSignedOut && !answered && mayOffer() ? (
      <Suspense>
        <PasskeyOffer email={session.user.email} caller={callerOf(session)} onDone={() => setAnswered(true)} />
      </Suspense>
    ) : (
      <Navigate to={paths.profile()} replace />
    );
  return (
    <>
      <PageTitle title={t('auth.signIn.submit')} />
      <meta name="robots" content="noindex" />
      <div className="auth">
        <section className="auth-form">
          <div className="w-full max-w-[400px]">
            <AuthForm
              onLinking={setLinking}
              onPhone={setByPhone}
              onSignedIn={() => mayOffer() || void navigate(paths.profile(), { replace: true })}
            />
          </div>
        </section>
        <AuthArt byPhone={byPhone} />
      </div>
    </>
  );
}
