import { signInWithEmailAndPassword } from 'firebase/auth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningApp } from '#src/main.ts';
import type { WorkChallenge } from '#src/modules/captcha/captcha.ts';
import { createAccount } from '#test/support/accounts.ts';
import { sdkClient } from '#test/support/auth-client.ts';
import { solve } from '#test/support/captcha.ts';
import { startBeside, startBuiltWorld, type World } from '#test/support/world.ts';

let world: World;
let beside: RunningApp;
beforeAll(async () => {
  world = await startBuiltWorld({
    CAPTCHA: 'on',
    CAPTCHA_TRIES: '4',
    LIMIT_WRONG_PASSWORDS_PER_ACCOUNT: '10',
    LIMIT_CHALLENGES_PER_ADDRESS: '4',
  });
  beside = await startBeside(world);
});
afterAll(async () => {
  await beside.stop();
  await world.close();
});

const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

test('another client gets one challenge near the limit, then the limit; a solved challenge is valid for one call in both processes', async () => {
  const { email, password } = await createAccount(world.app);
  const auth = sdkClient(world.app.url);
  const guess = async () => {
    const error = await signInWithEmailAndPassword(auth, email, 'wrong').catch((refusal: unknown) => refusal);
    return (error as { code?: string }).code;
  };
  for (let i = 0; i < 8; i++) expect(await guess()).toBe('auth/invalid-credential');
  // On MISSING_RECAPTCHA_TOKEN the stock SDK loads Google's widget, which needs a browser.
  expect(await guess()).toBeUndefined();

  const ask = async (body: object) => {
    const answer = await post(`${world.app.url}/api/proof`, body);
    return {
      status: answer.status,
      challenge: ((await answer.json()) as { challenge: WorkChallenge | null }).challenge,
    };
  };
  expect(await ask({ action: 'sign-up' })).toEqual({ status: 200, challenge: null });
  const { challenge } = await ask({ action: 'sign-in', email });
  const trade = (solved: string) => post(`${beside.url}/api/proof/solution`, { solved });
  expect((await trade('nonsense')).status).toBe(400);
  const traded = await trade(await solve(challenge!));
  expect(traded.status).toBe(204);
  const [cookie] = traded.headers.getSetCookie()[0]!.split(';');
  expect(traded.headers.getSetCookie()[0]).toMatch(
    /^cairn_proof=[\w-]+; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );

  const signIn = (url: string) =>
    post(`${url}/identity/v1/accounts:signInWithPassword?key=cairn-web`, { email, password }, { cookie: cookie! });
  const answers = await Promise.all([signIn(world.app.url), signIn(beside.url)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  // The refused call may have used the last point.
  await guess();
  expect(await guess()).toBe('auth/too-many-requests');
  await auth.close();
});

test('challenges are rate limited per network address', async () => {
  const ask = async () => (await post(`${world.app.url}/api/proof`, { action: 'send-code' })).status;
  const statuses = [];
  for (let i = 0; i < 6; i++) statuses.push(await ask());
  expect(statuses).toContain(200);
  expect(statuses.at(-1)).toBe(429);
});
