import { createAuthenticator } from './authenticator.ts';
import type { Address } from './wire.ts';

type Authenticator = ReturnType<typeof createAuthenticator>;
type Lies = Parameters<Authenticator['get']>[1];

export type ApiAnswer = {
  status: number;
  json: Record<string, never> & { error?: { code: string }; customToken?: string };
};

/** The store's own passkey calls, as its pages make them. */
export function passkeyApi(app: Address) {
  async function call(
    path: string,
    { idToken, body, method = 'POST' }: { idToken?: string; body?: unknown; method?: string } = {},
  ) {
    const answer = await fetch(`${app.url}/api/passkeys${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idToken === undefined ? {} : { authorization: `Bearer ${idToken}` }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: answer.status, json: answer.status === 204 ? {} : await answer.json() } as ApiAnswer;
  }

  async function begin(path: string, idToken?: string) {
    const { json } = await call(path, { idToken });
    return json as unknown as { ceremony: string; options: Parameters<Authenticator['create']>[0] & { rpId?: string } };
  }

  return {
    call,
    /** This authenticator's response to a new challenge, not sent yet. */
    async answer(authenticator: Authenticator, lies?: Lies, idToken?: string) {
      const { ceremony, options } = await begin('/challenge', idToken);
      return { ceremony, response: authenticator.get(options, lies) };
    },
    async newCredential(authenticator: Authenticator, idToken: string, lies?: Lies) {
      const { ceremony, options } = await begin('/enrolment', idToken);
      return { ceremony, response: authenticator.create(options, lies) };
    },
    /** An authenticator with a passkey of the token's account. `id` is the passkey's. */
    async enrol(idToken: string) {
      const authenticator = createAuthenticator(app.url);
      const { ceremony, options } = await begin('/enrolment', idToken);
      const { status, json } = await call('', { idToken, body: { ceremony, response: authenticator.create(options) } });
      if (status !== 201) throw new Error(`passkey refused: ${status} ${JSON.stringify(json)}`);
      return { authenticator, id: (json as unknown as { passkey: { id: string } }).passkey.id };
    },
    signIn: (body: { ceremony: string; response: unknown }) => call('/sign-in', { body }),
  };
}
