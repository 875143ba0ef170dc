import { Dialog } from '../../../ui/dialog.tsx';
import { useTranslation } from '../../translation.tsx';
import { AuthForm } from './auth-form.tsx';

type Props = {
  open: boolean;
  onClose: () => void;
  /** Called after success, before the dialog closes. */
  onSignedIn?: () => void;
  /** Starts as a sign-up with this address. */
  signUpWith?: string;
};

/** Sign-in or sign-up without leaving the page, so that typed input stays. */
export function SignInDialog({ open, onClose, onSignedIn = () => {}, signUpWith }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('auth.dialog.title')}
      titleShown={false}
      closeLabel={t('auth.dialog.close')}
    >
      <div className="sign-in">
        <AuthForm
          heading="h2"
          signUpWith={signUpWith}
          onSignedIn={() => {
            onSignedIn();
            onClose();
          }}
        />
      </div>
    </Dialog>
  );
}
