import * as z from 'zod';
import { type Check, failed, notChecked, ok } from './check.ts';

const discovery = z.looseObject({ issuer: z.string(), token_endpoint: z.url() });
const oauthError = z.looseObject({ error: z.string() });

export const PROVIDER_CHECKS: Check[] = [
  {
    name: 'google',
    async run({ config: { google, publicUrl } }, signal) {
      if (!google) return notChecked('not configured: the button says so');
      const { issuer, clientId, clientSecret } = google;
      const found = discovery.safeParse(await json(`${issuer.origin}/.well-known/openid-configuration`, { signal }));
      if (!found.success)
        return failed('its discovery document cannot be read', 'look at GOOGLE_ISSUER and at the network');
      // An invalid code: the error tells whether the client is known (RFC 6749, 5.2).
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code: 'doctor',
        redirect_uri: `${publicUrl}/oauth/callback`,
        client_id: clientId,
        client_secret: clientSecret,
      });
      const { data } = oauthError.safeParse(await json(found.data.token_endpoint, { method: 'POST', body, signal }));
      if (data?.error === 'invalid_client' || data?.error === 'unauthorized_client')
        return failed(
          'refuses the client',
          'set the GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET that the Google console shows',
        );
      if (data?.error === 'invalid_grant') return ok('knows the client');
      return failed(
        `answers ${data?.error ?? 'an unreadable response'}`,
        `allow ${publicUrl}/oauth/callback as redirect URI in the Google console`,
      );
    },
  },
  {
    name: 'facebook',
    async run({ config: { facebook } }, signal) {
      if (!facebook) return notChecked('not configured: the button says so');
      const { appId, appSecret, graphUrl } = facebook;
      const address = new URL('/debug_token', graphUrl);
      address.search = new URLSearchParams({ input_token: 'doctor', access_token: `${appId}|${appSecret}` }).toString();
      const answer = z.looseObject({ data: z.unknown() }).safeParse(await json(address, { signal }));
      // For a valid app it says that the token is invalid. For a wrong app it says nothing about the token.
      if (answer.success && answer.data.data !== undefined) return ok('knows the app');
      return failed(
        'refuses the app',
        'set the FACEBOOK_APP_ID and FACEBOOK_APP_SECRET that the app’s dashboard shows',
      );
    },
  },
  {
    name: 'hosted identity',
    async run({ config }, signal) {
      const { hosted } = config.identity;
      if (!hosted) return notChecked('accounts are our own');
      const keys = z.record(z.string(), z.unknown()).safeParse(await json(hosted.keysUrl, { signal }));
      if (keys.success && Object.keys(keys.data).length > 0) return ok('its keys can be read');
      return failed('its keys cannot be read', 'let this machine reach the address of IDENTITY_KEYS_URL');
    },
  },
];

/** The JSON of a response with any status, or null when it is not JSON. */
async function json(url: string | URL, init: RequestInit): Promise<unknown> {
  return (await fetch(url, { ...init, redirect: 'manual' })).json().catch(() => null);
}
