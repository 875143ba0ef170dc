import { Dialog } from '../../../ui/dialog.tsx';
import { useTranslation } from '../../translation.tsx';
import { AuthForm } from '../auth/auth-form.tsx';

/** Signing in without leaving the page: whatever was typed on it stays. */
export function SignInDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onClose={onClose} title={t('checkout.signIn.title')} closeLabel={t('checkout.signIn.close')}>
      <div className="sign-in">
        <AuthForm heading="h2" onSignedIn={onClose} />
      </div>
    </Dialog>
  );
}
