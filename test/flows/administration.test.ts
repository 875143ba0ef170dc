import { signInWithEmailAndPassword } from 'firebase/auth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '#src/db/embedded/port.ts';
import type { KeyFile } from '#src/modules/service-accounts/service-accounts.ts';
import { freshEmail, GOOD_PASSWORD } from '../support/accounts.ts';
import { sdkClient } from '../support/auth-client.ts';
import { exportedUser, FIREBASE_HASHES } from '../support/firebase-export.ts';
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

  test('imports accounts with their old passwords, lists them page by page, and deletes those that are disabled', async () => {
    const { salt, passwordHash, ...moved } = await exportedUser(1, { password: 'from elsewhere' });
    const user = {
      uid: moved.localId,
      email: moved.email,
      customClaims: { tier: 'gold' },
      passwordHash: Buffer.from(passwordHash, 'base64'),
      passwordSalt: Buffer.from(salt, 'base64'),
    };
    const hash = {
      algorithm: 'SCRYPT' as const,
      key: Buffer.from(FIREBASE_HASHES['hash-key'], 'base64'),
      saltSeparator: Buffer.from(FIREBASE_HASHES['salt-separator'], 'base64'),
      rounds: Number(FIREBASE_HASHES.rounds),
      memoryCost: Number(FIREBASE_HASHES['mem-cost']),
    };
    const others = ['moved-b', 'moved-c'].map((uid) => ({ uid }));
    const result = await admin.auth.importUsers(
      [user, ...others, { uid: 'moved-d', email: user.email.toUpperCase() }],
      {
        hash,
      },
    );
    expect(result).toMatchObject({ successCount: 3, failureCount: 1 });
    expect(result.errors).toMatchObject([
      { index: 3, error: { code: 'auth/invalid-user-import', message: expect.stringContaining('email exists') } },
    ]);

    const first = await admin.auth.listUsers(1);
    const rest = await admin.auth.listUsers(1_000, first.pageToken);
    const listed = [...first.users, ...rest.users];
    expect(listed.map(({ uid }) => uid)).toEqual(expect.arrayContaining([user.uid, 'moved-b', 'moved-c']));
    expect(listed.find(({ uid }) => uid === user.uid)).toMatchObject({
      customClaims: { tier: 'gold' },
      passwordHash: user.passwordHash.toString('base64url'),
      passwordSalt: user.passwordSalt.toString('base64url'),
    });

    const client = sdkClient(world.app.url);
    expect((await signInWithEmailAndPassword(client, user.email, 'from elsewhere')).user.uid).toBe(user.uid);
    await client.close();
    // Hashed anew by that sign-in.
    const again = (await admin.auth.listUsers()).users.find(({ uid }) => uid === user.uid);
    expect(again!.passwordHash).not.toBe(user.passwordHash.toString('base64url'));

    // The stock SDK always forces; without it only the disabled ones go.
    expect(await admin.auth.deleteUsers([user.uid, 'moved-b', 'unheard-of'])).toMatchObject({ successCount: 3 });
    await expect(admin.auth.getUser('moved-b')).rejects.toMatchObject({ code: 'auth/user-not-found' });
  });
});
