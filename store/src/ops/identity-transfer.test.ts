import { signInWithEmailAndPassword } from 'firebase/auth';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sdkClient } from '#test/support/auth-client.ts';
import { exportedUser, FIREBASE_HASHES } from '#test/support/firebase-export.ts';
import { API_KEY, type IdentityWorld, startIdentity } from '#test/support/identity.ts';
import { createTransferDesk } from '#test/support/desk.ts';

let here: IdentityWorld;
let there: IdentityWorld;
let dir: string;

beforeAll(async () => {
  [here, there] = await Promise.all([startIdentity(), startIdentity()]);
  dir = await mkdtemp(path.join(tmpdir(), 'cairn-transfer-'));
});
afterAll(async () => {
  await here?.stop();
  await there?.stop();
  await rm(dir, { recursive: true, force: true });
});

const deskOf = ({ db, secretKeys }: IdentityWorld) => createTransferDesk(db, secretKeys);

async function fileOf(name: string, users: unknown[]): Promise<string> {
  const file = path.join(dir, name);
  await writeFile(file, JSON.stringify({ users }, null, 1));
  return file;
}

const hashOf = async ({ pool }: IdentityWorld, email: string) =>
  (await pool.query<{ password_hash: string | null }>('select password_hash from accounts where email = $1', [email]))
    .rows[0]?.password_hash;

async function signIn(world: IdentityWorld, email: string, password: string) {
  const auth = sdkClient(world.url, { apiKey: API_KEY });
  try {
    return (await signInWithEmailAndPassword(auth, email, password)).user;
  } finally {
    await auth.close();
  }
}

test('accounts of a Firebase export are imported completely and once, and refused rows have a reason', async () => {
  const users = [
    await exportedUser(1, {
      phoneNumber: '+15555550100',
      customAttributes: '{"tier":"gold"}',
      providerUserInfo: [
        { providerId: 'google.com', rawId: '1234', email: 'moved-1@example.com' },
        { providerId: 'apple.com', rawId: '000123.abc' },
        { providerId: 'phone', rawId: '+15555550100' },
      ],
      mfaInfo: [
        { mfaEnrollmentId: 'a', displayName: 'Work', phoneInfo: '+15555550101', enrolledAt: '2024-01-02T03:04:05Z' },
      ],
    }),
    await exportedUser(2, { disabled: true }),
    await exportedUser(3, { localId: '' }),
    await exportedUser(4, { email: 'MOVED-1@example.com' }),
    await exportedUser(5, { phoneNumber: '0555' }),
    await exportedUser(6, { customAttributes: '{"sub":"else"}' }),
    'not a user',
    await exportedUser(7, { passwordHash: undefined, salt: undefined, email: undefined, emailVerified: undefined }),
  ];
  const file = await fileOf('firebase.json', users);
  const lines = await deskOf(here).import(file, FIREBASE_HASHES, 'ana');
  expect(lines.slice(0, 2)).toEqual([
    '7 rows: 3 accounts created, 0 unchanged because they exist, 4 refused.',
    '  1: link to apple.com: not offered here',
  ]);
  expect(lines[2]).toBe(`Every account with what was left out of its row: ${file}.left-out.jsonl`);
  const leftOut = () => readFile(`${file}.left-out.jsonl`, 'utf8');
  const apple = { row: 1, localId: users[0]!['localId' as never], reason: 'link to apple.com: not offered here' };
  expect(JSON.parse(await leftOut())).toEqual(apple);
  const refused = (await readFile(`${file}.refused.jsonl`, 'utf8')).trim().split('\n');
  expect(refused.map((line) => JSON.parse(line) as unknown)).toEqual([
    { row: 3, localId: '', reason: 'localId is missing' },
    { row: 4, localId: users[3]!['localId' as never], reason: 'email exists in other account in database' },
    { row: 5, localId: users[4]!['localId' as never], reason: 'phone number format is invalid' },
    { row: 6, localId: users[5]!['localId' as never], reason: 'Custom claims provided include a reserved claim.' },
  ]);

  const account = await here.identity.accountByEmail('moved-1@example.com');
  expect(account).toMatchObject({
    localId: users[0]!['localId' as never],
    emailVerified: true,
    phoneNumber: '+15555550100',
    displayName: 'Traveller 1',
    customAttributes: { tier: 'gold' },
    providers: [{ provider: 'google.com', rawId: '1234' }],
    secondFactors: [
      {
        kind: 'phone',
        wireId: 'a',
        displayName: 'Work',
        phoneNumber: '+15555550101',
        enrolledAt: new Date('2024-01-02T03:04:05Z'),
      },
    ],
    createdAt: new Date(1_600_000_000_001),
    lastLoginAt: new Date(1_700_000_000_001),
  });
  expect(await here.identity.securityEvents(account!.id)).toMatchObject([{ kind: 'imported', detail: { by: 'ana' } }]);
  expect(await here.identity.accountByEmail('moved-2@example.com')).toMatchObject({ disabled: true });

  // As after an interrupted run.
  expect((await deskOf(here).import(file, FIREBASE_HASHES, 'ana'))[0]).toBe(
    '7 rows: 0 accounts created, 3 unchanged because they exist, 4 refused.',
  );
  expect(JSON.parse(await leftOut())).toEqual(apple);
});

test('an old password signs in and is rehashed; both hashes can be exported and work elsewhere', async () => {
  const file = await fileOf('passwords.json', [
    await exportedUser(11, { password: 'first password' }),
    await exportedUser(12, { password: 'second password' }),
  ]);
  await deskOf(here).import(file, FIREBASE_HASHES, 'ana');
  await expect(signIn(here, 'moved-11@example.com', 'wrong password')).rejects.toMatchObject({
    code: 'auth/invalid-credential',
  });
  const user = await signIn(here, 'moved-11@example.com', 'first password');
  expect(user.uid).toBe('moved00000000000000000000011');
  expect(await hashOf(here, 'moved-11@example.com')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await hashOf(here, 'moved-12@example.com')).toMatch(/^\$known\$SCRYPT\$/);

  const out = path.join(dir, 'out.json');
  const lines = await deskOf(here).export(out, 'ana');
  const firebase = path.join(dir, 'out.SCRYPT-1.json');
  expect(lines).toEqual([
    `${out}: 2 accounts, hashes ARGON2`,
    expect.stringMatching(
      /out\.SCRYPT-1\.json: 3 accounts, hashes SCRYPT with the signer key [0-9a-f]{16}, which you have$/,
    ),
  ]);
  expect((await stat(out)).mode & 0o777).toBe(0o600);
  expect(await readFile(firebase, 'utf8')).not.toContain(FIREBASE_HASHES['hash-key']);
  await expect(deskOf(here).export(out, 'ana')).rejects.toThrow('is there already');

  const wrongKey = { 'hash-key': Buffer.from('another').toString('base64') };
  await expect(deskOf(there).import(firebase, wrongKey, 'ben')).rejects.toThrow('--hash-key is not the signer key');
  await deskOf(there).import(out, {}, 'ben');
  await deskOf(there).import(firebase, { 'hash-key': FIREBASE_HASHES['hash-key'] }, 'ben');
  for (const [email, password] of [
    ['moved-11@example.com', 'first password'],
    ['moved-12@example.com', 'second password'],
  ] as const)
    expect(await signIn(there, email, password)).toMatchObject({ email });
  expect(await there.identity.accountByEmail('moved-1@example.com')).toMatchObject({
    secondFactors: [{ kind: 'phone', wireId: 'a', phoneNumber: '+15555550101' }],
    providers: [{ provider: 'google.com', rawId: '1234' }],
  });
});

test('an unreadable file is reported with what is missing', async () => {
  const file = await fileOf('unnamed.json', [await exportedUser(21)]);
  expect(await deskOf(here).import(file, {}, 'ana')).toContain('  1: passwordHash needs a hash algorithm');
  await expect(deskOf(here).import(file, { 'hash-algo': 'SCRYPT' }, 'ana')).rejects.toThrow(
    "The hash options can't be used: SCRYPT: signerKey",
  );
  await writeFile(file, '{"users":[{"localId":"a"},{"loc');
  await expect(deskOf(here).import(file, {}, 'ana')).rejects.toThrow('The file ends in the middle.');
});
