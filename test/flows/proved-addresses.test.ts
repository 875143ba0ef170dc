import { randomUUID } from 'node:crypto';
import {
  applyActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  getMultiFactorResolver,
  multiFactor,
  type MultiFactorError,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  TotpMultiFactorGenerator,
  type User,
  verifyBeforeUpdateEmail,
} from 'firebase/auth';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { OrderSummary } from '#src/shared/views.ts';
import { codeIn, linkIn, mailTo } from '#test/support/account-mails.ts';
import { freshEmail, GOOD_PASSWORD } from '#test/support/accounts.ts';
import { sdkClient } from '#test/support/auth-client.ts';
import { startBuiltShop } from '#test/support/books.ts';
import { passkeyApi } from '#test/support/passkeys.ts';
import { signInByPopup } from '#test/support/providers.ts';
import { ENDED, seen, USED, WRONG } from '#test/support/refusals.ts';
import { order, post } from '#test/support/shop.ts';
import { messages, until } from '#test/support/wire.ts';
import type { World } from '#test/support/world.ts';

/** A stranger has signed up with the address of a traveller, who then proves it in one way or another. */
let world: World;
const clients: { close(): Promise<void> }[] = [];
const NEW_PASSWORD = 'another walk of 30 cairns';

beforeAll(async () => {
  world = await startBuiltShop();
});
afterAll(() => world?.close());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

function client() {
  const auth = sdkClient(world.app.url);
  clients.push(auth);
  return auth;
}

const confirmation = async (email: string) => codeIn(await mailTo(world, email, 'Confirm your email address'));
const here = () => ({ url: `${world.app.url}/profile`, handleCodeInApp: true });
const withPassword = (email: string, password = GOOD_PASSWORD) => signInWithEmailAndPassword(client(), email, password);

/** The stranger's account, with a passkey, and a guest order of the traveller. */
async function hijacked() {
  const email = freshEmail();
  const { user: stranger } = await createUserWithEmailAndPassword(client(), email, GOOD_PASSWORD);
  const { authenticator } = await passkeyApi(world.app).enrol(await stranger.getIdToken());
  const { order: guest } = await order(world.app, { email });
  return { email, stranger, authenticator, guest };
}

async function byMailedLink(email: string): Promise<User> {
  const auth = client();
  const sent = async () => (await messages(world.mail, email)).filter(({ subject }) => subject === 'Your sign-in link');
  const before = (await sent()).length;
  await sendSignInLinkToEmail(auth, email, here());
  const mail = await until(async () => (await sent())[before], { what: 'another sign-in link' });
  return (await signInWithEmailLink(auth, email, linkIn(mail))).user;
}

async function ordersOf(idToken: string): Promise<string[]> {
  const answer = await fetch(`${world.app.url}/api/orders`, { headers: { authorization: `Bearer ${idToken}` } });
  return ((await answer.json()) as { orders: OrderSummary[] }).orders.map(({ id }) => id);
}

/** POST to the identity wire: `done`, or the error code. */
async function wire(call: string, body: Record<string, unknown>): Promise<string> {
  const answer = await post(world.app, `/identity/v1/accounts:${call}?key=cairn-web`, body);
  return ((await answer.json()) as { error?: { message: string } }).error?.message ?? 'done';
}

/** What the stranger's session, password and passkey still open. */
async function leftToTheStranger({ email, stranger, authenticator }: Awaited<ReturnType<typeof hijacked>>) {
  const passkeys = passkeyApi(world.app);
  return {
    session: await seen(stranger.getIdToken(true)),
    password: await seen(withPassword(email)),
    passkey: (await passkeys.signIn(await passkeys.answer(authenticator))).status,
  };
}
const NOTHING = { session: ENDED, password: WRONG, passkey: 404 };

describe('an address that was confirmed by a code alone', () => {
  async function confirmed() {
    const all = await hijacked();
    await applyActionCode(client(), await confirmation(all.email));
    // The wire's answers stay as they are.
    await all.stranger.reload();
    expect(all.stranger.emailVerified).toBe(true);
    expect(await ordersOf(await all.stranger.getIdToken(true))).toEqual([]);
    return all;
  }

  test('opens nothing to the stranger when the traveller signs in with a mailed link', async () => {
    const all = await confirmed();
    const traveller = await byMailedLink(all.email);
    expect(await ordersOf(await traveller.getIdToken())).toEqual([all.guest.id]);
    expect(await leftToTheStranger(all)).toEqual(NOTHING);
    await mailTo(world, all.email, 'The password of your account was removed');
  });

  test('opens nothing to the stranger when the traveller chooses a password by mail', async () => {
    const all = await confirmed();
    const auth = client();
    await sendPasswordResetEmail(auth, all.email);
    await confirmPasswordReset(auth, codeIn(await mailTo(world, all.email, 'Choose a new password')), NEW_PASSWORD);
    const { user } = await withPassword(all.email, NEW_PASSWORD);
    expect(await ordersOf(await user.getIdToken())).toEqual([all.guest.id]);
    expect(await leftToTheStranger(all)).toEqual(NOTHING);
  });

  test('opens nothing to the stranger when the traveller signs in with Google', async () => {
    const all = await confirmed();
    const person = { email: all.email, sub: randomUUID().replaceAll('-', ''), name: 'Amina Diallo' };
    const { json } = await signInByPopup(world, 'google.com', person);
    expect(await ordersOf(String(json['idToken']))).toEqual([all.guest.id]);
    expect(await leftToTheStranger(all)).toEqual(NOTHING);
  });

  test('keeps a link of the stranger to another address from moving the account', async () => {
    const { email, stranger } = await confirmed();
    const other = freshEmail();
    await verifyBeforeUpdateEmail(stranger, other);
    const code = codeIn(await mailTo(world, other, 'Confirm your new email address'));
    await byMailedLink(email);
    expect(await seen(applyActionCode(client(), code))).toEqual(USED);
  });

  test('gives guest orders to no account whose second factor is a stranger’s', async () => {
    const { email, stranger, guest } = await confirmed();
    const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(stranger).getSession());
    const totp = new TOTP({ secret: Secret.fromBase32(secret.secretKey) });
    const code = totp.generate();
    await multiFactor(stranger).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), 'App');
    expect((await seen(byMailedLink(email)))[0]).toBe('auth/multi-factor-auth-required');
    // A session that the stranger opens after the traveller's attempt sees nothing either. One step ahead is accepted.
    const pending = await withPassword(email).catch((error: unknown) => error as MultiFactorError);
    const resolver = getMultiFactorResolver(client(), pending as MultiFactorError);
    const next = totp.generate({ timestamp: Date.now() + 30_000 });
    const again = await resolver.resolveSignIn(
      TotpMultiFactorGenerator.assertionForSignIn(resolver.hints[0]!.uid, next),
    );
    expect(await ordersOf(await again.user.getIdToken())).toEqual([]);
    // The undo link of the mail gives the account to the mailbox.
    await applyActionCode(client(), codeIn(await mailTo(world, email, 'Two-step sign-in was set up on your account')));
    expect(await ordersOf(await (await byMailedLink(email)).getIdToken())).toEqual([guest.id]);
    expect(await seen(stranger.getIdToken(true))).toEqual(ENDED);
  });

  test('also when it is the new address of an account', async () => {
    const own = freshEmail();
    const { user: stranger } = await createUserWithEmailAndPassword(client(), own, GOOD_PASSWORD);
    const email = freshEmail();
    await verifyBeforeUpdateEmail(stranger, email);
    await applyActionCode(client(), codeIn(await mailTo(world, email, 'Confirm your new email address')));
    expect((await withPassword(email)).user.uid).toBe(stranger.uid);
    const traveller = await byMailedLink(email);
    expect(traveller.uid).toBe(stranger.uid);
    expect(await seen(withPassword(email))).toEqual(WRONG);
  });
});

describe('an address that was confirmed with a session of the account', () => {
  test('keeps password and sessions, on every device', async () => {
    const email = freshEmail();
    const { user: laptop } = await createUserWithEmailAndPassword(client(), email, GOOD_PASSWORD);
    const phone = (await withPassword(email)).user;
    const oobCode = await confirmation(email);
    expect(await wire('update', { oobCode, idToken: await phone.getIdToken() })).toBe('done');
    await byMailedLink(email);
    await laptop.getIdToken(true);
    await phone.getIdToken(true);
    expect((await withPassword(email)).user).toMatchObject({ uid: laptop.uid, emailVerified: true });
  });

  test('is refused with the session of another account, and the code stays valid', async () => {
    const { email } = await hijacked();
    const { user: other } = await createUserWithEmailAndPassword(client(), freshEmail(), GOOD_PASSWORD);
    const oobCode = await confirmation(email);
    expect(await wire('update', { oobCode, idToken: await other.getIdToken() })).toBe('CREDENTIAL_MISMATCH');
    expect(await wire('update', { oobCode, idToken: 'x.y.z' })).toMatch(/^INVALID_ID_TOKEN/);
    expect(await wire('update', { oobCode })).toBe('done');
  });
});

describe('an address that was confirmed with a new password', () => {
  test('leaves nothing of the stranger, once', async () => {
    const all = await hijacked();
    const code = await confirmation(all.email);
    expect((await seen(confirmPasswordReset(client(), code, 'password')))[0]).toBe(
      'auth/password-does-not-meet-requirements',
    );
    await confirmPasswordReset(client(), code, NEW_PASSWORD);
    const { user } = await withPassword(all.email, NEW_PASSWORD);
    expect(user.emailVerified).toBe(true);
    expect(await ordersOf(await user.getIdToken())).toEqual([all.guest.id]);
    expect(await leftToTheStranger(all)).toEqual(NOTHING);
    expect(await seen(confirmPasswordReset(client(), code, GOOD_PASSWORD))).toEqual(USED);
  });

  test('is refused once the owner of the account is known', async () => {
    const email = freshEmail();
    await createUserWithEmailAndPassword(client(), email, GOOD_PASSWORD);
    const code = await confirmation(email);
    await byMailedLink(email);
    expect(await seen(confirmPasswordReset(client(), code, NEW_PASSWORD))).toEqual(USED);
  });
});
