import { hostCookieName } from './host-cookie.ts';

/** The cookie of token sync; its value is a secret from which only the server can find the session. */
export const sessionCookieName = (publicUrl: string): string => hostCookieName('cairn_session', publicUrl);

/** The secret in a Cookie header, or null. */
export function sessionSecretIn(cookieHeader: string | null, publicUrl: string): string | null {
  const wanted = sessionCookieName(publicUrl);
  for (const pair of (cookieHeader ?? '').split(';')) {
    const [name, value] = pair.trim().split('=');
    if (name === wanted && value) return value;
  }
  return null;
}
