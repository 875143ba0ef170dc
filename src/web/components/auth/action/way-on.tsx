import { Link } from 'react-router';
import { paths } from '../../../../shared/paths.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { useSession } from '../../../session/session.ts';
import { useTranslation } from '../../../translation.tsx';

/** Where to go once a mailed link has done its work. */
export function WayOn() {
  const { t } = useTranslation();
  const signedIn = useSession().status === 'signed-in';
  return (
    <div className="row flex-wrap justify-center mt-3">
      <Link className={buttonClass()} to={signedIn ? paths.profile() : paths.auth()}>
        {t(signedIn ? 'auth.action.profile' : 'auth.action.signIn')}
      </Link>
      <Link className={buttonClass({ variant: 'secondary' })} to={paths.plans()}>
        {t('auth.action.plans')}
      </Link>
    </div>
  );
}
