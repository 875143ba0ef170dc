import { useState } from 'react';
import { paths } from '../../../shared/paths.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { LogOutIcon, MailIcon, PencilIcon, SettingsIcon } from '../../../ui/icons.tsx';
import { useIsHosted } from '../../session/hosted.ts';
import type { SessionUser } from '../../session/session.ts';
import { useTranslation } from '../../translation.tsx';
import { SendAgain } from '../../components/auth/send-again.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Avatar } from '../../components/account/avatar.tsx';
import { NameDialog } from '../../components/account/name-dialog.tsx';

/** Who is signed in, and what they can do about it. */
export function UserCard({ user, leaving, onLogout }: { user: SessionUser; leaving: boolean; onLogout: () => void }) {
  const { t } = useTranslation();
  const isHosted = useIsHosted();
  const [editing, setEditing] = useState(false);
  return (
    <aside className="card card-p user-card">
      <Avatar user={user} />
      <div className="user-card__identity">
        <h1 className="h-sec">{user.displayName || t('profile.defaultName')}</h1>
        <p className="muted small">{user.email}</p>
      </div>
      <div className="user-card__actions">
        <Button variant="secondary" icon={<PencilIcon size={16} />} disabled={leaving} onClick={() => setEditing(true)}>
          {t('profile.edit')}
        </Button>
        <PageLink className={buttonClass({ variant: 'secondary' })} to={paths.settings()}>
          <SettingsIcon size={16} />
          {t('profile.settings')}
        </PageLink>
        <Button variant="secondary" icon={<LogOutIcon size={16} />} loading={leaving} onClick={onLogout}>
          {t('profile.logout')}
        </Button>
      </div>
      {user.email !== null && !user.emailVerified && !isHosted && (
        <div className="user-card__note">
          <p>
            <MailIcon size={16} />
            {t('profile.unverified.text')}
          </p>
          <SendAgain label={t('profile.unverified.send')} sent={t('profile.unverified.sent')} />
        </div>
      )}
      <NameDialog open={editing} name={user.displayName ?? ''} onClose={() => setEditing(false)} />
    </aside>
  );
}
