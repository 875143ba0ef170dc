import { useState } from 'react';
import type { SessionUser } from '../../session/session.ts';

/** The photo, otherwise the first letter of the name, otherwise the first letter of the e-mail in upper case. */
export function Avatar({ user }: { user: Pick<SessionUser, 'displayName' | 'email' | 'photoURL'> }) {
  const photo = ownPhoto(user.photoURL);
  const [broken, setBroken] = useState<string>();
  if (photo !== null && photo !== broken) {
    return <img className="avatar" src={photo} alt="" width={64} height={64} onError={() => setBroken(photo)} />;
  }
  return (
    <div className="avatar" aria-hidden="true">
      {initialOf(user)}
    </div>
  );
}

/** The letter that replaces a missing photo. */
export function initialOf({ displayName, email }: Pick<SessionUser, 'displayName' | 'email'>): string {
  return [...(displayName ?? '').trim()][0] ?? [...(email ?? '')][0]?.toUpperCase() ?? '';
}

/** Only our own photos are shown: the CSP blocks other hosts, which would learn who looks at the page. */
function ownPhoto(address: string | null): string | null {
  if (address === null || !URL.canParse(address, location.origin)) return null;
  const url = new URL(address, location.origin);
  return url.origin === location.origin ? url.href : null;
}
