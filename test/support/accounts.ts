import { randomUUID } from 'node:crypto';
import type { Address } from './wire.ts';

/** An account created by the API. */
export type TestAccount = { email: string; password: string; idToken: string };

/** An address that is new in this world. */
export const freshEmail = () => `traveller-${randomUUID()}@example.com`;

export const GOOD_PASSWORD = 'a long walk over the pass';

/** Signs up by the API. The verification mail is in this language. */
export async function createAccount(app: Address, locale = 'en'): Promise<TestAccount> {
  const email = freshEmail();
  const answer = await fetch(`${app.url}/identity/v1/accounts:signUp?key=cairn-web`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-firebase-locale': locale },
    body: JSON.stringify({ returnSecureToken: true, email, password: GOOD_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`sign-up refused: ${answer.status} ${await answer.text()}`);
  const { idToken } = (await answer.json()) as { idToken: string };
  return { email, password: GOOD_PASSWORD, idToken };
}
