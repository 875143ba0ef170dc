import { createHash } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as client from 'openid-client';
import * as z from 'zod';
import type { ProviderClient, ProviderPerson, ProviderTokens } from '../../modules/identity/providers/providers.ts';
import { isLoopback } from '../../shared/loopback.ts';
import { ProviderError, toProviderError } from './error.ts';
import { address, CALL_SECONDS, personName, rawId, webAddress } from './person.ts';

/** The claims of Google's ID tokens that are used (OpenID Connect Core 5.1); some issuers send booleans as text. */
const claims = z.looseObject({
  sub: rawId,
  email: address,
  email_verified: z
    .unknown()
    .optional()
    .transform((value) => value === true || value === 'true'),
  name: personName,
  picture: webAddress,
});

type Discovered = { config: client.Configuration; keys: JWTVerifyGetKey };

type App = { issuer: URL; clientId: string; clientSecret: string };

/**
 * Google, or another configured OpenID Connect issuer: code flow with PKCE and nonce; ID tokens are verified with the
 * issuer's keys.
 */
export function createGoogle(app: App): ProviderClient {
  const { issuer, clientId } = app;
  let discovering: Promise<Discovered> | undefined;

  function discovered(): Promise<Discovered> {
    discovering ??= discover(app).catch((error: unknown) => {
      discovering = undefined;
      throw error;
    });
    return discovering;
  }

  return {
    async start({ redirectUri, state, nonce, verifier, locale }) {
      return attempt(async () => {
        const { config } = await discovered();
        return client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          // Without it, Google uses the signed-in account, even when the person has several.
          prompt: 'select_account',
          hl: locale,
        });
      });
    },

    async finish({ callbackUrl, state, nonce, verifier }) {
      return attempt(async () => {
        const { config } = await discovered();
        const tokens = await client.authorizationCodeGrant(config, callbackUrl, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        return toPerson(tokens.claims(), { idToken: tokens.id_token, accessToken: tokens.access_token });
      });
    },

    async check({ idToken, nonce }) {
      return attempt(async () => {
        if (idToken === undefined || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(idToken))
          throw new ProviderError('provider-refused');
        const { keys } = await discovered();
        const { payload } = await jwtVerify(idToken, keys, {
          // Google omits the scheme in some tokens (documented for `iss`).
          issuer: [issuer.origin, issuer.host],
          audience: clientId,
          algorithms: ['RS256', 'ES256'],
          requiredClaims: ['sub', 'exp', 'iat'],
        });
        if (payload['nonce'] !== undefined && !hashesTo(nonce, payload['nonce']))
          throw new ProviderError('provider-nonce');
        return toPerson(payload, { idToken });
      });
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: App): Promise<Discovered> {
  const config = await client.discovery(issuer, clientId, undefined, client.ClientSecretPost(clientSecret), {
    timeout: CALL_SECONDS,
    // The ID token's signature is verified although it comes over TLS from the issuer.
    execute: [
      client.enableNonRepudiationChecks,
      ...(isLoopback(issuer.hostname) ? [client.allowInsecureRequests] : []),
    ],
  });
  const keys = createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri!), {
    timeoutDuration: CALL_SECONDS * 1000,
  });
  return { config, keys };
}

function toPerson(given: unknown, tokens: ProviderTokens): ProviderPerson {
  const read = claims.safeParse(given);
  if (!read.success) throw new ProviderError('provider-refused');
  const { sub, email, email_verified: verified, name, picture } = read.data;
  return {
    provider: 'google.com',
    rawId: sub,
    email,
    emailVerified: email !== null && verified,
    displayName: name,
    photoUrl: picture,
    raw: { id: sub, name, email, verified_email: verified, picture },
    tokens,
  };
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toProviderError(error);
  }
}

/** True when the claim is the nonce, or its SHA-256 in hexadecimal, which some client libraries send. */
function hashesTo(nonce: string | undefined, claim: unknown): boolean {
  return nonce !== undefined && (claim === nonce || claim === createHash('sha256').update(nonce).digest('hex'));
}
