import { Button } from '../../../ui/button.tsx';
import { FingerprintIcon, MailIcon, PhoneIcon } from '../../../ui/icons.tsx';
import { useRootData } from '../../root-data.ts';
import { useIsHosted } from '../../session/hosted.ts';
import { isPasskeySite } from '../../session/passkey-support.ts';
import { useTranslation } from '../../translation.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import type { useAuthForm } from './use-auth-form.ts';

type Props = { auth: ReturnType<typeof useAuthForm>; onPhone: () => void; onMailLink: () => void };

/** Passkey, providers, phone and a mailed link. */
export function OtherWays({
  auth: { mode, passkey, withPasskey, provider, waitingFor, cancelPopup, locked },
  onPhone,
  onMailLink,
}: Props) {
  const { t } = useTranslation();
  const isHosted = useIsHosted();
  const { identity, publicUrl } = useRootData();
  const hasPhone = identity.phone;
  const takesPasskeys = !isHosted && isPasskeySite(publicUrl);
  const signingUp = mode === 'sign-up';
  const mailsLinks = !signingUp && !isHosted;
  return (
    <div className="stack gap-3">
      {!signingUp && takesPasskeys && (
        <Button
          variant="secondary"
          block
          className="min-h-12"
          icon={<FingerprintIcon size={18} />}
          disabled={locked}
          loading={withPasskey}
          onClick={passkey}
        >
          {t('auth.passkey.ask')}
        </Button>
      )}
      <ProviderButtons waitingFor={waitingFor} disabled={locked} onChoose={provider} onCancel={cancelPopup} />
      {(hasPhone || mailsLinks) && (
        <div className="auth-more">
          {hasPhone && (
            <Button variant="ghost" icon={<PhoneIcon size={18} />} disabled={locked} onClick={onPhone}>
              {t('auth.phone.ask')}
            </Button>
          )}
          {mailsLinks && (
            <Button variant="ghost" icon={<MailIcon size={18} />} disabled={locked} onClick={onMailLink}>
              {t('auth.link.ask')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
