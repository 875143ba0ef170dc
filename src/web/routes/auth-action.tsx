import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../../shared/paths.ts';
import { Card } from '../../ui/card.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { InfoIcon } from '../../ui/icons.tsx';
import { ConfirmAddress } from '../components/auth/confirm-address.tsx';
import { PageTitle } from '../components/chrome/page-title.tsx';

/** Where mailed links lead: `mode` and `oobCode` are the wire's names (reference: Identity Toolkit, "link in the mail"). */
export default function AuthActionPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const code = query.get('mode') === 'verifyEmail' ? query.get('oobCode') : null;
  return (
    <div className="wrap error-page">
      <PageTitle title={t('auth.action.pageTitle')} />
      <meta name="robots" content="noindex" />
      <Card className="w-full max-w-[560px] mx-auto">{code ? <ConfirmAddress code={code} /> : <UnknownLink />}</Card>
    </div>
  );
}

function UnknownLink() {
  const { t } = useTranslation();
  return (
    <EmptyState
      level="h1"
      icon={<InfoIcon />}
      title={t('auth.action.unknown')}
      action={
        <Link className={buttonClass({}, 'mt-3')} to={paths.home()}>
          {t('auth.action.home')}
        </Link>
      }
    >
      {t('auth.action.unknownText')}
    </EmptyState>
  );
}
