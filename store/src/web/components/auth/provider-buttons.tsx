import { useLocation } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { PROVIDER_NAMES, type Provider, PROVIDERS } from '../../session/provider-names.ts';
import { useTranslation } from '../../translation.tsx';
import { FacebookIcon, GoogleIcon } from './provider-icons.tsx';

const ICONS = { google: GoogleIcon, facebook: FacebookIcon };

type Props = {
  /** The provider of the open popup. */
  waitingFor: Provider | undefined;
  disabled: boolean;
  only?: readonly Provider[];
  onChoose: (provider: Provider) => void;
  onCancel: () => void;
};

/**
 * "Continue with …", and a way back while a popup is open, because a window that a provider has severed cannot report
 * that it was closed. It is a link to this page, which leaving would cancel as well: all buttons are disabled while a
 * request is running (specification, 2).
 */
export function ProviderButtons({ waitingFor, disabled, only = PROVIDERS, onChoose, onCancel }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <>
      {only.map((provider) => {
        const Icon = ICONS[provider];
        return (
          <Button
            key={provider}
            variant="secondary"
            block
            className="min-h-12"
            icon={<Icon />}
            disabled={disabled}
            loading={waitingFor === provider}
            onClick={() => onChoose(provider)}
          >
            {t(`auth.${provider}`)}
          </Button>
        );
      })}
      {waitingFor !== undefined && (
        <div className="popup-note" role="status">
          <p className="small">{t('auth.popup.waiting', { provider: PROVIDER_NAMES[waitingFor] })}</p>
          <a
            className="link popup-note__cancel"
            href={pathname}
            onClick={(event) => {
              event.preventDefault();
              onCancel();
            }}
          >
            {t('auth.popup.cancel')}
          </a>
        </div>
      )}
    </>
  );
}
