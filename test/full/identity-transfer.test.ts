import { signInWithEmailAndPassword } from 'firebase/auth';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTransferDesk } from '#test/support/desk.ts';
import { sdkClient } from '#test/support/auth-client.ts';
import { exportedUser, FIREBASE_HASHES } from '#test/support/firebase-export.ts';
import { API_KEY, type IdentityWorld, startIdentity } from '#test/support/identity.ts';

const ACCOUNTS = 10_000;
const DRAWN = 200;

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

/** Numbers of `count` distinct accounts. The seed is printed, so that a failure can be reproduced. */
function draw(count: number, seed: number): Set<number> {
  const drawn = new Set<number>();
  for (let state = seed; drawn.size < count;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    drawn.add(state % ACCOUNTS);
  }
  return drawn;
}

const passwordOf = (number: number) => `old password ${number}`;

async function signIn(world: IdentityWorld, number: number, password: string): Promise<string> {
  const auth = sdkClient(world.url, { apiKey: API_KEY });
  try {
    return (await signInWithEmailAndPassword(auth, `moved-${number}@example.com`, password)).user.uid;
  } finally {
    await auth.close();
  }
}

const formsOf = async ({ pool }: IdentityWorld) =>
  (
    await pool.query<{ form: string; n: number }>(
      "select split_part(password_hash, '$', 2) as form, count(*)::int as n from accounts group by 1 order by 1",
    )
  ).rows;

test('10,000 accounts are imported from Firebase; 200 random ones sign in with their old passwords, and all are exported', async () => {
  const seed = Number(process.env['DRAW_SEED'] ?? Date.now() % 1_000_000_000);
  const drawn = draw(DRAWN, seed);
  const file = path.join(dir, 'firebase.json');
  const handle = await open(file, 'w');
  await handle.writeFile('{"users": [\n');
  // The hashes of the others are random, because computing them would take most of the time.
  for (let number = 0; number < ACCOUNTS; number++) {
    const user = await exportedUser(number, drawn.has(number) ? { password: passwordOf(number) } : {});
    await handle.writeFile(`${number === 0 ? '' : ',\n'}${JSON.stringify(user)}`);
  }
  await handle.writeFile(']}');
  await handle.close();

  expect((await deskOf(here).import(file, FIREBASE_HASHES, 'ana'))[0]).toBe(
    '10000 rows: 10000 accounts created, 0 unchanged because they exist, 0 refused.',
  );
  for (const number of drawn) {
    await expect(signIn(here, number, 'not the old one'), `seed ${seed}`).rejects.toThrow('auth/invalid-credential');
    expect(await signIn(here, number, passwordOf(number)), `seed ${seed}`).toBe(
      `moved${String(number).padStart(23, '0')}`,
    );
  }
  expect(await formsOf(here)).toEqual([
    { form: 'argon2id', n: DRAWN },
    { form: 'known', n: ACCOUNTS - DRAWN },
  ]);

  const out = path.join(dir, 'cairn.json');
  await deskOf(here).export(out, 'ana');
  await deskOf(there).import(out, {}, 'ben');
  await deskOf(there).import(path.join(dir, 'cairn.SCRYPT-1.json'), { 'hash-key': FIREBASE_HASHES['hash-key'] }, 'ben');
  for (const number of drawn) expect(await signIn(there, number, passwordOf(number)), `seed ${seed}`).toBeTruthy();
  const [accounts] = (await there.pool.query<{ n: number }>('select count(*)::int as n from accounts')).rows;
  expect(accounts).toEqual({ n: ACCOUNTS });
});
