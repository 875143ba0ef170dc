import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { Hono } from 'hono';
import type { IdentityModule } from '../../modules/identity/identity.ts';

type KeySet = { keys: Record<string, unknown>[] };

/** The paths at which the hosted service publishes its keys and verifiers fetch them. */
const PATHS = {
  idTokenPem: '/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com',
  idTokenJwk: '/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  cookiePem: ['/identitytoolkit/v3/relyingparty/publicKeys', '/v1/publicKeys'],
  cookieJwk: '/v1/sessionCookiePublicKeys',
};

/** Public keys for verifiers, without authentication. */
export function createKeyRoutes({ identity }: { identity: Pick<IdentityModule, 'publicKeys' | 'cookieKeys'> }): Hono {
  const app = new Hono();
  const serve = (path: string, make: () => Promise<object>) =>
    app.get(path, async (c) => c.json(await make(), 200, { 'Cache-Control': 'public, max-age=300' }));
  serve(PATHS.idTokenPem, async () => asPem(await identity.publicKeys()));
  serve(PATHS.idTokenJwk, () => identity.publicKeys());
  for (const path of PATHS.cookiePem) serve(path, async () => asPem(await identity.cookieKeys()));
  serve(PATHS.cookieJwk, () => identity.cookieKeys());
  return app;
}

/** Maps key ids to PEM: a public key, where the hosted service has a certificate. */
function asPem({ keys }: KeySet): Record<string, string> {
  return Object.fromEntries(
    keys.map((jwk) => [
      String(jwk.kid),
      createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' }).export({ type: 'spki', format: 'pem' }),
    ]),
  ) as Record<string, string>;
}
