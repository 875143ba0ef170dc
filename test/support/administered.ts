import { signInWithEmailAndPassword, type Auth } from 'firebase/auth';
import { importPKCS8, SignJWT } from 'jose';
import { createPublicKey } from 'node:crypto';
import { expect } from 'vitest';
import { freePort } from '#sandbox/postgres/port.ts';
import { freshEmail, GOOD_PASSWORD } from './accounts.ts';
import { adminClient, listenerFetch } from './admin-client.ts';
import { sdkClient } from './auth-client.ts';
import { startBuiltWorld } from './world.ts';

/** A world with an admin listener (TLS, and plain for clients of the emulator), and firebase-admin with a key. */
export async function startAdministered() {
  const world = await startBuiltWorld({
    ADMIN_LISTEN: `https://127.0.0.1:${await freePort()},http://127.0.0.1:${await freePort()}`,
    IDENTITY_TOKEN_ISSUER: 'https://securetoken.google.com/cairn',
  });
  const keyFile = (await world.services.serviceAccounts.create({ name: 'backend', by: 'test' }))!;
  const admin = await adminClient(world, keyFile);
  const open: { close(): Promise<void> }[] = [admin];

  /** The stock browser SDK. */
  function browser(): Auth {
    const auth = sdkClient(world.app.url);
    open.push(auth);
    return auth;
  }

  /** A JWT signed by the key, or with HS256 and its public half. */
  async function sign(claims: object, algorithm: 'RS256' | 'HS256' = 'RS256'): Promise<string> {
    const key =
      algorithm === 'HS256'
        ? new TextEncoder().encode(
            createPublicKey(keyFile.private_key).export({ type: 'spki', format: 'pem' }) as string,
          )
        : await importPKCS8(keyFile.private_key, 'RS256');
    return new SignJWT({ ...claims }).setProtectedHeader({ alg: algorithm }).sign(key);
  }

  return {
    world,
    keyFile,
    admin,
    /** Clients that are closed at the end. */
    open,
    browser,
    sign,

    /** An account with a password, and a browser SDK that is signed in to it. */
    async traveller() {
      const email = freshEmail();
      const { uid } = await admin.auth.createUser({ email, password: GOOD_PASSWORD, emailVerified: true });
      const { user } = await signInWithEmailAndPassword(browser(), email, GOOD_PASSWORD);
      return { uid, email, user };
    },

    /** Exchanges an assertion with these claims for a token. */
    async grant(claims: object, algorithm?: 'RS256' | 'HS256') {
      const assertion = await sign(claims, algorithm);
      const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
      return listenerFetch(world, '/token', { method: 'POST', body: new URLSearchParams(form).toString() });
    },

    /** A call with a token of the key: POST with fields, GET without. */
    async call(path: string, fields?: object, method = fields ? 'POST' : 'GET') {
      const iat = Math.floor(Date.now() / 1000);
      const { accessToken } = await world.services.serviceAccounts.grant(
        await sign({ iss: keyFile.client_email, aud: 'https://oauth2.googleapis.com/token', iat, exp: iat + 60 }),
      );
      return listenerFetch(world, path, {
        method,
        headers: { authorization: `Bearer ${accessToken}` },
        ...(fields && { body: JSON.stringify(fields) }),
      });
    },

    async close() {
      for (const each of open) await each.close();
      await world.close();
    },
  };
}

export type Administered = Awaited<ReturnType<typeof startAdministered>>;

/** The response of the token endpoint to a refused assertion. */
export function refusal(description: string | RegExp) {
  const text = typeof description === 'string' ? description : expect.stringMatching(description);
  return { status: 400, json: { error: 'invalid_grant', error_description: text } };
}
