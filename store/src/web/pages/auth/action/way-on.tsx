import { paths } from '../../../../shared/paths.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { useSession } from '../../../session/session.ts';
import { useTranslation } from '../../../translation.tsx';
import { PageLink } from '../../../components/page-link.tsx';

/** The next link after a mailed link has been used. */
export function WayOn() {
  const { t } = useTranslation();
  const signedIn = useSession().status === 'signed-in';
  return (
    <div className="row flex-wrap justify-center mt-3">
      <PageLink className={buttonClass()} to={signedIn ? paths.profile() : paths.auth()}>
        {t(signedIn ? 'auth.action.profile' : 'auth.action.signIn')}
      </PageLink>
      <PageLink className={buttonClass({ variant: 'secondary' })} to={paths.plans()}>
        {t('auth.action.plans')}
      </PageLink>
    </div>
  );
}
