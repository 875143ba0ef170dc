import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#src/db/embedded/port.ts';
import type { KeyFile } from '#src/modules/service-accounts/service-accounts.ts';
import { freshEmail, GOOD_PASSWORD } from '../support/accounts.ts';
import { adminClient, type AdminClient } from '../support/admin-client.ts';
import { startWorld, type World } from '../support/world.ts';

describe('firebase-admin', () => {
  let world: World;
  let keyFile: KeyFile;
  let admin: AdminClient;

  beforeAll(async () => {
    world = await startWorld({
      ADMIN_LISTEN: `https://127.0.0.1:${await freePort()},http://127.0.0.1:${await freePort()}`,
      IDENTITY_TOKEN_ISSUER: 'https://securetoken.google.com/cairn',
    });
    keyFile = (await world.services.serviceAccounts.create({ name: 'backend', by: 'test' }))!;
    admin = await adminClient(world, keyFile);
  });
  afterAll(async () => {
    await admin?.close();
    await world?.close();
  });

  test('makes an account, finds it by each of its names, changes and deletes it', async () => {
    const email = freshEmail();
    const made = await admin.auth.createUser({
      uid: 'traveller-1',
      email,
      password: GOOD_PASSWORD,
      phoneNumber: '+15555550100',
    });
    expect(made).toMatchObject({ uid: 'traveller-1', email, phoneNumber: '+15555550100', disabled: false });
    expect((await admin.auth.getUserByEmail(email)).uid).toBe('traveller-1');
    expect((await admin.auth.getUserByPhoneNumber('+15555550100')).uid).toBe('traveller-1');
    await admin.auth.deleteUser('traveller-1');
    await expect(admin.auth.getUser('traveller-1')).rejects.toMatchObject({ code: 'auth/user-not-found' });
  });
});
