import {
  ActionCodeOperation,
  ActionCodeURL,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  fetchSignInMethodsForEmail,
  isSignInWithEmailLink,
  reauthenticateWithCredential,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  unlink,
  updateEmail,
  updatePassword,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
  type User,
} from 'firebase/auth';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, linkIn, mailsAreOut, mailTo } from '#test/support/account-mails.ts';
import { freshEmail, GOOD_PASSWORD } from '#test/support/accounts.ts';
import { sdkClient } from '#test/support/auth-client.ts';
import {
  EASY,
  ELSEWHERE,
  ENDED,
  EXPIRED,
  MANY,
  NO_ADDRESS,
  OLD_SIGN_IN,
  OTHER_PERSON,
  OTHER_SITE,
  seen,
  SHORT,
  TAKEN,
  USED,
  WRONG,
} from '#test/support/refusals.ts';
import { post } from '#test/support/shop.ts';
import { messages, until } from '#test/support/wire.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

/** Every flow of the stock SDK that needs no browser: the SDK's result, the page's message, and the mails. */
let world: World;
const clients: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  world = await startBuiltWorld({ LIMIT_LINK_MAILS_PER_ADDRESS: '10000', LIMIT_CODE_TRIES_PER_ADDRESS: '10000' });
});
afterAll(() => world.close());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

const NEW_PASSWORD = 'another walk of 30 cairns';

function client(options: Parameters<typeof sdkClient>[1] = {}) {
  const auth = sdkClient(world.app.url, options);
  clients.push(auth);
  return auth;
}

/** A new account with its client and address, verified on request. */
async function person(options: { verified?: boolean } = {}) {
  const auth = client();
  const email = freshEmail();
  const { user } = await createUserWithEmailAndPassword(auth, email, GOOD_PASSWORD);
  if (options.verified) {
    const oobCode = codeIn(await mailTo(world, email, 'Confirm your email address'));
    // As our page does: the token shows that the owner of the address is the owner of the account.
    await post(world.app, '/identity/v1/accounts:update?key=cairn-web', { oobCode, idToken: await user.getIdToken() });
    await user.reload();
  }
  return { auth, email, user };
}

/** The user of the first device on another one. */
async function elsewhere(email: string, password = GOOD_PASSWORD): Promise<User> {
  return (await signInWithEmailAndPassword(client(), email, password)).user;
}

/** Moves every sign-in so far one hour into the past. */
async function anHourLater(user: User): Promise<void> {
  await world.db.execute(sql`update sessions set created_at = created_at - interval '1 hour'`);
  await user.getIdToken(true);
}

describe('a forgotten password', () => {
  test('a mailed link sets a new one, ends every session, notifies the owner, and works once', async () => {
    const { auth, email, user } = await person();
    const other = await elsewhere(email);
    auth.languageCode = 'fr';
    await sendPasswordResetEmail(auth, email.toUpperCase());
    const mail = await mailTo(world, email, 'Choisissez un nouveau mot de passe');
    const action = ActionCodeURL.parseLink(linkIn(mail))!;
    expect(action).toMatchObject({
      operation: ActionCodeOperation.PASSWORD_RESET,
      apiKey: 'cairn-web',
      languageCode: 'fr',
    });

    // Reading a code does not use it up: link scanners and the page itself read it first.
    expect(await verifyPasswordResetCode(auth, action.code)).toBe(email);
    expect(await checkActionCode(auth, action.code)).toMatchObject({ operation: 'PASSWORD_RESET', data: { email } });
    expect(await seen(confirmPasswordReset(auth, action.code, 'five5'))).toEqual(SHORT);
    expect(await seen(confirmPasswordReset(auth, action.code, 'password'))).toEqual(EASY);

    await confirmPasswordReset(auth, action.code, NEW_PASSWORD);
    expect(await seen(confirmPasswordReset(auth, action.code, NEW_PASSWORD))).toEqual(USED);
    expect(await seen(verifyPasswordResetCode(auth, action.code))).toEqual(USED);
    expect(await seen(user.reload())).toEqual(ENDED);
    expect(await seen(other.getIdToken(true))).toEqual(ENDED);
    expect(auth.currentUser).toBeNull();
    expect(await seen(elsewhere(email))).toEqual(WRONG);
    // The mailbox received the link, so the address is verified.
    expect((await elsewhere(email, NEW_PASSWORD)).emailVerified).toBe(true);
    expect(linkIn(await mailTo(world, email, 'Your password was changed'))).toContain('mode=resetPassword');
  });

  test('for an address without an account gives the same answer and sends no mail', async () => {
    const { auth, email } = await person();
    const nobody = freshEmail();
    expect([await sendPasswordResetEmail(auth, nobody), await sendPasswordResetEmail(auth, email)]).toEqual([
      undefined,
      undefined,
    ]);
    await mailTo(world, email, 'Choose a new password');
    await mailsAreOut(world);
    expect(await messages(world.mail, nobody)).toEqual([]);
    expect(await seen(sendPasswordResetEmail(auth, 'nonsense'))).toEqual(NO_ADDRESS);
  });

  test('an expired link says so; a link from before a password change no longer works', async () => {
    const { auth, email, user } = await person();
    await sendPasswordResetEmail(auth, email);
    const code = codeIn(await mailTo(world, email, 'Choose a new password'));
    await updatePassword(user, NEW_PASSWORD);
    expect(await seen(confirmPasswordReset(auth, code, GOOD_PASSWORD))).toEqual(USED);
    await sendPasswordResetEmail(auth, email);
    const second = await until(
      async () => (await messages(world.mail, email)).filter((mail) => mail.subject === 'Choose a new password')[1],
    );
    await world.db.execute(
      sql`update action_codes set expires_at = now() - interval '1 second' where email = ${email}`,
    );
    expect(await seen(confirmPasswordReset(auth, codeIn(second), GOOD_PASSWORD))).toEqual(EXPIRED);
  });

  test('mails to one address are rate limited', async () => {
    const { auth } = await person();
    const nobody = freshEmail();
    for (let asked = 0; asked < 10; asked++) await sendPasswordResetEmail(auth, nobody);
    expect(await seen(sendPasswordResetEmail(auth, nobody))).toEqual(MANY);
  });
});

describe('a sign-in link', () => {
  const here = () => ({ url: `${world.app.url}/auth`, handleCodeInApp: true });

  test('signs up an unknown address, once, and only for the address it was mailed to', async () => {
    const auth = client();
    const email = freshEmail();
    await sendSignInLinkToEmail(auth, email, here());
    const link = linkIn(await mailTo(world, email, 'Your sign-in link'));
    expect(isSignInWithEmailLink(auth, link)).toBe(true);
    expect(ActionCodeURL.parseLink(link)).toMatchObject({ operation: 'EMAIL_SIGNIN', continueUrl: here().url });
    // The link alone does not reveal the address.
    expect((await checkActionCode(auth, ActionCodeURL.parseLink(link)!.code)).data.email).toBeNull();
    expect(await seen(signInWithEmailLink(auth, freshEmail(), link))).toEqual(NO_ADDRESS);

    const { user } = await signInWithEmailLink(auth, email, link);
    expect(user).toMatchObject({ email, emailVerified: true, isAnonymous: false });
    expect((await user.getIdTokenResult()).signInProvider).toBe('password');
    expect(await seen(signInWithEmailLink(client(), email, link))).toEqual(USED);
  });

  test('signs in to a known account, and a verified account keeps its password', async () => {
    const { email, user } = await person({ verified: true });
    const auth = client();
    await sendSignInLinkToEmail(auth, email, here());
    const signedIn = await signInWithEmailLink(auth, email, linkIn(await mailTo(world, email, 'Your sign-in link')));
    expect(signedIn.user.uid).toBe(user.uid);
    await user.reload();
    expect((await elsewhere(email)).uid).toBe(user.uid);
  });

  test('to an unverified account removes the password that was set before', async () => {
    const { email, user: stranger } = await person();
    const owner = client();
    await sendSignInLinkToEmail(owner, email, here());
    const { user } = await signInWithEmailLink(owner, email, linkIn(await mailTo(world, email, 'Your sign-in link')));
    expect(user).toMatchObject({ uid: stranger.uid, emailVerified: true });
    expect(await seen(stranger.getIdToken(true))).toEqual(ENDED);
    expect(await seen(elsewhere(email))).toEqual(WRONG);
    await mailTo(world, email, 'The password of your account was removed');
  });

  test('redirects only to our own pages', async () => {
    expect(
      await seen(
        sendSignInLinkToEmail(client(), freshEmail(), { url: 'https://evil.example/', handleCodeInApp: true }),
      ),
    ).toEqual(ELSEWHERE);
  });
});

describe('a new address', () => {
  test('is verified first; then sessions end, and the old address can undo the change', async () => {
    const { auth, email, user } = await person({ verified: true });
    const other = await elsewhere(email);
    const changed = freshEmail();
    await verifyBeforeUpdateEmail(user, changed);
    const link = linkIn(await mailTo(world, changed, 'Confirm your new email address'));
    expect(await checkActionCode(auth, ActionCodeURL.parseLink(link)!.code)).toMatchObject({
      operation: 'VERIFY_AND_CHANGE_EMAIL',
      data: { email: changed, previousEmail: email },
    });
    await user.reload();
    expect(user.email).toBe(email);

    await applyActionCode(auth, ActionCodeURL.parseLink(link)!.code);
    expect(await seen(user.reload())).toEqual(ENDED);
    expect(await seen(other.reload())).toEqual(ENDED);
    expect(await seen(elsewhere(email))).toEqual(WRONG);
    const moved = await elsewhere(changed);
    expect(moved).toMatchObject({ uid: user.uid, emailVerified: true });

    const back = ActionCodeURL.parseLink(
      linkIn(await mailTo(world, email, 'The email address of your account was changed')),
    )!;
    expect(back.operation).toBe('RECOVER_EMAIL');
    expect((await checkActionCode(auth, back.code)).data.email).toBe(email);
    await applyActionCode(auth, back.code);
    expect(await seen(moved.reload())).toEqual(ENDED);
    // The person who moved the address may know the password, so only the mailbox opens the account now.
    expect(await seen(elsewhere(email))).toEqual(WRONG);
    expect(await seen(applyActionCode(auth, back.code))).toEqual(USED);
  });

  test('of another account gives the same answer; only its owner learns it, and no mail is sent', async () => {
    const [{ user }, { email: taken }] = [await person(), await person()];
    await mailTo(world, taken, 'Confirm your email address');
    await verifyBeforeUpdateEmail(user, taken);
    await mailsAreOut(world);
    expect((await messages(world.mail, taken)).map(({ subject }) => subject)).toEqual(['Confirm your email address']);
  });

  test('is not set without verification', async () => {
    const { user } = await person();
    expect((await seen(updateEmail(user, freshEmail())))[0]).toBe('auth/operation-not-allowed');
  });
});

describe('a new password', () => {
  test('keeps this session, ends the others, and notifies the owner', async () => {
    const { auth, email, user } = await person();
    const other = await elsewhere(email);
    expect(await seen(updatePassword(user, 'five5'))).toEqual(SHORT);
    await updatePassword(user, NEW_PASSWORD);
    await user.reload();
    await user.getIdToken(true);
    expect(auth.currentUser?.uid).toBe(user.uid);
    expect(await seen(other.getIdToken(true))).toEqual(ENDED);
    expect(await seen(elsewhere(email))).toEqual(WRONG);
    expect((await elsewhere(email, NEW_PASSWORD)).uid).toBe(user.uid);
    await mailTo(world, email, 'Your password was changed');
  });
});

describe('the recent-login rule', () => {
  test.each<[string, (user: User) => Promise<unknown>]>([
    ['a new password', (user) => updatePassword(user, NEW_PASSWORD)],
    ['a new address', (user) => verifyBeforeUpdateEmail(user, freshEmail())],
    ['unlinking', (user) => unlink(user, 'password')],
    ['deletion', (user) => deleteUser(user)],
  ])('%s needs a recent sign-in of the same user', async (_what, change) => {
    const { email, user } = await person();
    await anHourLater(user);
    expect(await seen(change(user))).toEqual(OLD_SIGN_IN);
    const somebody = await person();
    expect(
      await seen(reauthenticateWithCredential(user, EmailAuthProvider.credential(email, 'not the password'))),
    ).toEqual(WRONG);
    expect(
      await seen(reauthenticateWithCredential(user, EmailAuthProvider.credential(somebody.email, GOOD_PASSWORD))),
    ).toEqual(OTHER_PERSON);
    await reauthenticateWithCredential(user, EmailAuthProvider.credential(email, GOOD_PASSWORD));
    await change(user);
  });
});

test('a deleted account is gone in every process at once, and its address is free', async () => {
  const { auth, email, user } = await person();
  const other = await elsewhere(email);
  await deleteUser(user);
  expect(auth.currentUser).toBeNull();
  expect(await seen(other.reload())).toEqual(ENDED);
  expect(await seen(elsewhere(email))).toEqual(WRONG);
  await mailTo(world, email, 'Your account was deleted');
  const again = await createUserWithEmailAndPassword(auth, email, GOOD_PASSWORD);
  expect(again.user.uid).not.toBe(user.uid);
});

test('a password can be removed while mailed links open the account, and set again', async () => {
  const { email, user } = await person({ verified: true });
  await unlink(user, 'password');
  expect(await seen(elsewhere(email))).toEqual(WRONG);
  // The SDK lists a verified address as `password`, as the hosted service does, because mailed links open the account.
  expect(user.providerData.map(({ providerId }) => providerId)).toEqual(['password']);
  await updatePassword(user, NEW_PASSWORD);
  expect((await elsewhere(email, NEW_PASSWORD)).uid).toBe(user.uid);
});

test('the API does not reveal whether or how an address signs in', async () => {
  const { auth, email } = await person();
  expect(await fetchSignInMethodsForEmail(auth, email)).toEqual([]);
  expect(await fetchSignInMethodsForEmail(auth, freshEmail())).toEqual([]);
  expect((await seen(fetchSignInMethodsForEmail(auth, 'nonsense')))[0]).toBe('auth/invalid-email');
  expect(await seen(createUserWithEmailAndPassword(client(), email, GOOD_PASSWORD))).toEqual(TAKEN);
});

test('there is one project: a request for a tenant is refused', async () => {
  const { email } = await person();
  const tenant = client();
  tenant.tenantId = 'another';
  expect(await seen(signInWithEmailAndPassword(tenant, email, GOOD_PASSWORD))).toEqual(OTHER_SITE);
  expect(await seen(createUserWithEmailAndPassword(tenant, freshEmail(), GOOD_PASSWORD))).toEqual(OTHER_SITE);
  expect(await seen(sendPasswordResetEmail(tenant, email))).toEqual(OTHER_SITE);
});

describe('both spellings of keys', () => {
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

  async function ask(call: string, body: Record<string, unknown>) {
    const answer = await fetch(`${world.app.url}/identity/${call}?key=cairn-web`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
  }

  test.each<[string, Record<string, string>, number, string]>([
    ['v1/accounts:lookup', { idToken: '{{idToken}}' }, 200, 'users'],
    [
      'v1/accounts:update',
      { idToken: '{{idToken}}', displayName: 'Zoé', photoUrl: 'https://img.example/z.png', returnSecureToken: 'true' },
      200,
      'idToken',
    ],
    [
      'v1/accounts:sendOobCode',
      { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken: '{{idToken}}', newEmail: 'other@example.com' },
      200,
      'newEmail',
    ],
    ['v1/accounts:createAuthUri', { identifier: 'a@example.com', continueUri: 'http://localhost/' }, 200, 'sessionId'],
    ['v1/token', { grantType: 'refresh_token', refreshToken: '{{refreshToken}}' }, 200, 'refresh_token'],
    [
      'v2/accounts:revokeToken',
      { idToken: '{{idToken}}', tokenType: 'ACCESS_TOKEN', providerId: 'apple.com', token: 'of somebody else' },
      200,
      '',
    ],
    ['v1/accounts:resetPassword', { oobCode: 'nonsense', newPassword: NEW_PASSWORD }, 400, 'INVALID_OOB_CODE'],
    ['v1/accounts:signInWithEmailLink', { email: 'a@example.com', oobCode: 'nonsense' }, 400, 'INVALID_OOB_CODE'],
    [
      'v1/accounts:signInWithIdp',
      { requestUri: 'http://localhost', postBody: 'providerId=google.com', returnSecureToken: 'true' },
      400,
      'INVALID_CREDENTIAL_OR_PROVIDER_ID',
    ],
  ])('%s accepts both and ignores unknown ones', async (call, fields, status, holds) => {
    const { user } = await person();
    const facts: Record<string, string> = {
      '{{idToken}}': await user.getIdToken(),
      '{{refreshToken}}': user.refreshToken,
    };
    for (const spell of [(name: string) => name, snake]) {
      const entries = Object.entries(fields).map(([name, value]) => [spell(name), facts[value] ?? value] as const);
      const answer = await ask(call, {
        ...Object.fromEntries(entries),
        clientType: 'CLIENT_TYPE_WEB',
        recaptcha_version: 'RECAPTCHA_ENTERPRISE',
        somethingNew: { deep: [1] },
      });
      expect(answer.status).toBe(status);
      expect(JSON.stringify(answer.json)).toContain(holds);
    }
  });
});
