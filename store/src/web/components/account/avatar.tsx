import { useState } from 'react';
import type { SessionUser } from '../../session/session.ts';

/** The photo if there is one, else the first letter of the name, else the upper-cased first letter of the e-mail. */
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

/** The letter in place of a photo. */
export function initialOf({ displayName, email }: Pick<SessionUser, 'displayName' | 'email'>): string {
  return [...(displayName ?? '').trim()][0] ?? [...(email ?? '')][0]?.toUpperCase() ?? '';
}

/** Photos come from us or not at all: our policy lets no other host in, and none learns who looks. */
function ownPhoto(address: string | null): string | null {
  if (address === null || !URL.canParse(address, location.origin)) return null;
  const url = new URL(address, location.origin);
  return url.origin === location.origin ? url.href : null;
}
