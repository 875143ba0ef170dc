import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '#sandbox/postgres/port.ts';
import { adminClient, listenerFetch } from '#test/support/admin-client.ts';
import { createAccount } from '#test/support/accounts.ts';
import { passkeyApi } from '#test/support/passkeys.ts';
import { startBuiltWorld, type World } from '#test/support/world.ts';

/** What `npm start` starts, in a process of its own: every feature that loads code when it is first used. */
let world: World;

beforeAll(async () => {
  world = await startBuiltWorld({
    ADMIN_LISTEN: `https://127.0.0.1:${await freePort()},http://127.0.0.1:${await freePort()}`,
  });
});
afterAll(() => world?.close());

test('a passkey is registered and signs in', async () => {
  const account = await createAccount(world.app);
  const api = passkeyApi(world.app);
  const { authenticator } = await api.enrol(account.idToken);
  const { status, json } = await api.signIn(await api.answer(authenticator));
  expect(status).toBe(200);
  expect(json.customToken).toBeTruthy();
});

test('the administration listener serves https with a certificate of the store, and http', async () => {
  const keyFile = (await world.services.serviceAccounts.create({ name: 'walk', by: 'test' }))!;
  const admin = await adminClient(world, keyFile);
  try {
    const { uid } = await admin.auth.createUser({ email: 'walk@example.com' });
    expect((await admin.auth.getUser(uid)).email).toBe('walk@example.com');
    expect((await listenerFetch(world, '/nothing')).status).toBe(404);
    const plain = world.services.config.administration!.listen.find(({ protocol }) => protocol === 'http:')!;
    expect((await fetch(plain)).status).toBe(404);
  } finally {
    await admin.close();
  }
});
