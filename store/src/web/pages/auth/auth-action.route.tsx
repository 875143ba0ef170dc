import { useSearchParams } from 'react-router';
import { paths } from '../../../shared/paths.ts';
import { Card } from '../../../ui/card.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { InfoIcon } from '../../../ui/icons.tsx';
import { ChangeAddress } from './action/change-address.tsx';
import { ConfirmAddress } from './action/confirm-address.tsx';
import { RecoverAddress, RevertFactor, SecureAccount } from './action/recover-address.tsx';
import { ResetPassword } from './action/reset-password.tsx';
import { SignInByLink } from './action/sign-in-by-link.tsx';
import { PageTitle } from '../../components/chrome/page-title.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { useTranslation } from '../../translation.tsx';

/** The pages by the wire's `mode`, with their titles. */
const PAGES = {
  verifyEmail: { Page: ConfirmAddress, title: 'auth.action.pageTitle' },
  resetPassword: { Page: ResetPassword, title: 'auth.action.reset.title' },
  signIn: { Page: SignInByLink, title: 'auth.action.link.title' },
  verifyAndChangeEmail: { Page: ChangeAddress, title: 'auth.action.change.title' },
  secureAccount: { Page: SecureAccount, title: 'auth.action.secure.title' },
  revertSecondFactorAddition: { Page: RevertFactor, title: 'auth.action.revert.title' },
  recoverEmail: { Page: RecoverAddress, title: 'auth.action.recover.title' },
} as const;

/**
 * The target of mailed links: `mode` and `oobCode` are the wire's names (reference: Identity Toolkit, "link in the
 * mail"). Nothing happens without a click.
 */
export default function AuthActionPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const mode = query.get('mode') ?? '';
  const code = query.get('oobCode');
  const { Page, title } =
    code && Object.hasOwn(PAGES, mode)
      ? PAGES[mode as keyof typeof PAGES]
      : { Page: UnknownLink, title: 'auth.action.unknown' as const };
  return (
    <div className="wrap error-page">
      <PageTitle title={t(title)} />
      {/* The URL contains a secret. */}
      <meta name="referrer" content="no-referrer" />
      <Card className="w-full max-w-[560px] mx-auto">
        <Page key={code} code={code ?? ''} />
      </Card>
    </div>
  );
}

function UnknownLink(_: { code: string }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      level="h1"
      icon={<InfoIcon />}
      title={t('auth.action.unknown')}
      action={
        <PageLink className={buttonClass({}, 'mt-3')} to={paths.home()}>
          {t('auth.action.home')}
        </PageLink>
      }
    >
      {t('auth.action.unknownText')}
    </EmptyState>
  );
}
