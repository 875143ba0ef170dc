import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { paths } from '../../shared/paths.ts';
import { AuthArt } from '../components/auth/auth-art.tsx';
import { AuthForm } from '../components/auth/auth-form.tsx';
import { PageTitle } from '../components/chrome/page-title.tsx';
import { useSession } from '../session/session.ts';
import { useTranslation } from '../translation.tsx';

export default function AuthPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSession();
  const [linking, setLinking] = useState(false);
  const [byPhone, setByPhone] = useState(false);
  // `replace`, here and below: going back from the profile must not lead to a page that leads to the profile.
  if (session.status === 'signed-in' && !linking) return <Navigate to={paths.profile()} replace />;
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
              onSignedIn={() => void navigate(paths.profile(), { replace: true })}
            />
          </div>
        </section>
        <AuthArt byPhone={byPhone} />
      </div>
    </>
  );
}
