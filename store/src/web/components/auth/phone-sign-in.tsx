import { Button } from '../../../ui/button.tsx';
import { MailIcon } from '../../../ui/icons.tsx';
import { usePhoneActions } from '../../session/phone-actions.ts';
import { useTranslation } from '../../translation.tsx';
import { PhoneOnDemand } from '../phone/phone-on-demand.tsx';

/** Sign-in with a phone number, with the way back to the address. */
export function PhoneSignIn({
  heading,
  onSignedIn,
  onBack,
}: {
  heading: 'h1' | 'h2';
  onSignedIn: () => void;
  onBack: () => void;
}) {
  const { t } = useTranslation();
  const { signIn } = usePhoneActions();
  return (
    <PhoneOnDemand
      purpose="signIn"
      heading={heading}
      onCode={async (sent, code) => {
        await signIn(sent, code);
        onSignedIn();
      }}
      other={{
        ofNumber: (
          <>
            <div className="auth-or">{t('auth.or')}</div>
            <Button variant="secondary" block className="min-h-12" icon={<MailIcon size={18} />} onClick={onBack}>
              {t('auth.phone.instead')}
            </Button>
          </>
        ),
        ofCode: (
          <button type="button" className="link" onClick={onBack}>
            {t('auth.phone.instead')}
          </button>
        ),
      }}
    />
  );
}
