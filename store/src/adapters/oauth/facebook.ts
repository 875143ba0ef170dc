import { LANGUAGE_TAGS } from '../../shared/locale.ts';
import { createHmac } from 'node:crypto';
import * as client from 'openid-client';
import * as z from 'zod';
import type { ProviderClient, ProviderPerson } from '../../modules/identity/providers/providers.ts';
import { isLoopback } from '../../shared/loopback.ts';
import { ProviderError, toProviderError } from './error.ts';
import { address, CALL_SECONDS, personName, rawId, webAddress } from './person.ts';

/** The version of the Graph API and the dialog. Facebook keeps a version for at least two years. */
const VERSION = 'v24.0';
const FIELDS = 'id,name,email,picture.width(256).height(256)';
/** The answers have a kilobyte or two. */
const MAX_BYTES = 65_536;

/** GET /me. Facebook never states whether it has verified the address. */
const meReply = z.looseObject({
  id: rawId,
  name: personName,
  email: address,
  picture: z
    .looseObject({ data: z.looseObject({ url: webAddress, is_silhouette: z.boolean().optional() }) })
    .optional(),
});

/** GET /debug_token: the app for which a token was issued. */
const debugReply = z.looseObject({
  data: z.looseObject({ app_id: z.coerce.string(), is_valid: z.boolean(), user_id: z.coerce.string().optional() }),
});

type App = { appId: string; appSecret: string; dialogUrl: URL; graphUrl: URL };

/**
 * Facebook Login: OAuth 2.0 code flow with PKCE, then the person from the Graph API. Each call is signed with the app's
 * secret.
 */
export function createFacebook(app: App): ProviderClient {
  const { appId, appSecret, dialogUrl, graphUrl } = app;
  const config = new client.Configuration(
    {
      issuer: dialogUrl.origin,
      authorization_endpoint: `${dialogUrl.origin}/${VERSION}/dialog/oauth`,
      token_endpoint: `${graphUrl.origin}/${VERSION}/oauth/access_token`,
    },
    appId,
    undefined,
    client.ClientSecretPost(appSecret),
  );
  config.timeout = CALL_SECONDS;
  if (isLoopback(graphUrl.hostname)) client.allowInsecureRequests(config);

  return {
    start: ({ redirectUri, state, verifier, locale }) =>
      attempt(async () =>
        client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'public_profile email',
          state,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          locale: LANGUAGE_TAGS[locale].replace('-', '_'),
        }),
      ),

    finish: ({ callbackUrl, state, verifier }) =>
      attempt(async () => {
        const tokens = await client.authorizationCodeGrant(config, callbackUrl, {
          expectedState: state,
          pkceCodeVerifier: verifier,
        });
        return personOf(app, tokens.access_token);
      }),

    check: ({ accessToken }) =>
      attempt(async () => {
        if (accessToken === undefined || !/^[\w.|-]{8,2048}$/.test(accessToken))
          throw new ProviderError('provider-refused');
        const { data } = await graph(app, debugReply, 'debug_token', {
          input_token: accessToken,
          access_token: `${appId}|${appSecret}`,
        });
        if (!data.is_valid || data.app_id !== appId) throw new ProviderError('provider-refused');
        const person = await personOf(app, accessToken);
        if (data.user_id !== person.rawId) throw new ProviderError('provider-refused');
        return person;
      }),
  };
}

async function graph<S extends z.ZodType>(
  { graphUrl }: App,
  schema: S,
  path: string,
  query: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<z.output<S>> {
  const address = new URL(`/${VERSION}/${path}`, graphUrl);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  const response = await fetch(address, {
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(CALL_SECONDS * 1000),
  });
  if (response.status >= 500 || response.status === 429) throw new ProviderError('provider-unavailable');
  const reply = schema.safeParse(await readJson(response));
  if (!response.ok || !reply.success) throw new ProviderError('provider-refused');
  return reply.data;
}

async function personOf(app: App, accessToken: string): Promise<ProviderPerson> {
  const { appSecret } = app;
  // https://developers.facebook.com/docs/graph-api/securing-requests: a stolen token cannot be used without the app's
  // secret.
  const proof = createHmac('sha256', appSecret).update(accessToken).digest('hex');
  const { id, name, email, picture } = await graph(
    app,
    meReply,
    'me',
    { fields: FIELDS, appsecret_proof: proof },
    { authorization: `Bearer ${accessToken}` },
  );
  return {
    provider: 'facebook.com',
    rawId: id,
    email,
    emailVerified: false,
    displayName: name,
    photoUrl: picture && picture.data.is_silhouette !== true ? picture.data.url : null,
    raw: { id, name, email, picture: picture ?? null },
    tokens: { accessToken },
  };
}

async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new ProviderError('provider-refused');
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toProviderError(error);
  }
}
