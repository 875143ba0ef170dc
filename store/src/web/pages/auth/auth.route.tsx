import { useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { BRAND } from '../../../shared/brand.ts';
import { Chip } from '../../../ui/chip.tsx';
import { Flag } from '../../../ui/flag.tsx';
import { PhoneIcon } from '../../../ui/icons.tsx';
import { AuthForm } from '../../components/auth/auth-form.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { SIGNED_IN_NOW } from '../../session/passkey-support.ts';
import { useSession } from '../../session/session.ts';
import { useTranslation } from '../../translation.tsx';
import { useFormat } from '../../format.ts';

export default function AuthPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSession();
  const [linking, setLinking] = useState(false);
  const [byPhone, setByPhone] = useState(false);
  /** True when the sign-in happens on this page. */
  const [wasSignedOut, setWasSignedOut] = useState(false);
  const isSignedOut = session.status === 'signed-out';
  useEffect(() => {
    if (isSignedOut) setWasSignedOut(true);
  }, [isSignedOut]);

  // `replace`, here and below: "back" from the profile must not lead to a page that redirects to the profile.
  if (session.status === 'signed-in' && !linking)
    return <Navigate to={paths.profile()} replace state={wasSignedOut ? SIGNED_IN_NOW : undefined} />;
  return (
    <>
      <PageTitle title={t('auth.signIn.submit')} />
      <div className="auth">
        <section className="auth-form">
          <div className="w-full max-w-[400px]">
            <AuthForm
              onLinking={setLinking}
              onPhone={setByPhone}
              onSignedIn={() => void navigate(paths.profile(), { replace: true, state: SIGNED_IN_NOW })}
            />
          </div>
        </section>
        <AuthArt byPhone={byPhone} />
      </div>
    </>
  );
}

/** The sample account in the picture, with three eSIMs. */
const SAMPLE = [
  { offer: 'france', flag: 'fr', dataMb: 3072, leftMb: 1946, tone: 'normal' },
  { offer: 'thailand', flag: 'th', dataMb: 5120, leftMb: 5120, tone: 'normal' },
  { offer: 'europe', flag: 'europe', dataMb: 3072, leftMb: 307, tone: 'low' },
] as const;

/** The blue half of the page on wide screens: a decorative picture of an account. */
function AuthArt({ byPhone }: { /** A text in place of the eSIMs. */ byPhone: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <section className="auth-art" aria-hidden="true">
      <img className="map" src={paths.map('world')} alt="" width={1200} height={520} loading="lazy" />
      {byPhone ? (
        <div className="auth-pass auth-text">
          <span className="auth-text__icon">
            <PhoneIcon size={22} />
          </span>
          <p>
            <b>{BRAND}</b>
            {t('auth.art.text')}
          </p>
        </div>
      ) : (
        <div className="auth-pass">
          <div className="auth-pass__head">
            {t('auth.art.title')}
            <Chip tone="warning" dot>
              {t('auth.art.low')}
            </Chip>
          </div>
          {SAMPLE.map(({ offer, flag, dataMb, leftMb, tone }) => (
            <div className="auth-pass__row" key={offer}>
              <Flag src={paths.flag(flag)} lazy />
              <div className="flex-1">
                <b>{t(`common.offers.${offer}`)}</b>
                <span>
                  {leftMb === dataMb
                    ? t('auth.art.install', { data: format.data(dataMb) })
                    : t('auth.art.left', { left: format.data(leftMb), data: format.data(dataMb) })}
                </span>
              </div>
              <svg className={`auth-pass__bar auth-pass__bar--${tone}`} width={72} height={8}>
                <rect width={72} height={8} rx={4} />
                <rect width={Math.round((72 * leftMb) / dataMb)} height={8} rx={4} />
              </svg>
            </div>
          ))}
        </div>
      )}
      <p className="auth-cap">{t(byPhone ? 'auth.art.textCaption' : 'auth.art.caption')}</p>
    </section>
  );
}
