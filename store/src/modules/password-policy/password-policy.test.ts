import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '#src/db/database.ts';
import { freshDatabase } from '#test/support/database.ts';
import { createPolicyDesk, parseSettings, type PolicySettings } from './desk.ts';
import { createPasswordPolicies, lengthOnly } from './password-policy.ts';
import { passwordPolicies } from './schema.ts';

let close: () => Promise<void>;
let db: ReturnType<typeof openDatabase>['db'];
let desk: ReturnType<typeof createPolicyDesk>;

beforeAll(async () => {
  const database = await freshDatabase();
  const opened = openDatabase(database.url, { max: 4, onError: () => undefined });
  db = opened.db;
  desk = createPolicyDesk({ db });
  close = async () => {
    await opened.close();
    await database.drop();
  };
});
afterAll(() => close());
beforeEach(async () => {
  await db.delete(passwordPolicies);
});

const BY = { by: 'ana' };

describe('the current policy', () => {
  test('requires the configured length until one is set', async () => {
    const policies = createPasswordPolicies({ db, minLength: 9 });
    expect(await policies.current()).toEqual({ enforced: false, forceUpgrade: false, rules: lengthOnly(9) });
  });

  test('is the newest one, at most a second late, in every process', async () => {
    let now = 0;
    const processes = [0, 1].map(() => createPasswordPolicies({ db, minLength: 6, now: () => now }));
    const minimums = () => Promise.all(processes.map(async (each) => (await each.current()).rules.minLength));
    expect(await minimums()).toEqual([6, 6]);
    await desk.set({ minPasswordLength: 10 }, BY);
    await desk.set({ minPasswordLength: 12 }, BY);
    now = 999;
    expect(await minimums()).toEqual([6, 6]);
    now = 1_000;
    expect(await minimums()).toEqual([12, 12]);
  });

  test('requires only lengths unless it is enforced', async () => {
    const policies = createPasswordPolicies({ db, minLength: 6, now: () => Date.now() + step++ * 2_000 });
    let step = 0;
    await desk.set({ minPasswordLength: 8, containsNumericCharacter: true, forceUpgradeOnSignin: true }, BY);
    expect(await policies.current()).toMatchObject({
      enforced: false,
      forceUpgrade: true,
      rules: { minLength: 8, digit: false },
    });
    await desk.set({ enforcementState: 'ENFORCE' }, BY);
    expect(await policies.current()).toMatchObject({ enforced: true, rules: { minLength: 8, digit: true } });
  });
});

describe('a change', () => {
  test('is applied by every process before `appliedEverywhere` resolves', async () => {
    const processes = [0, 1].map(() => createPasswordPolicies({ db, minLength: 6 }));
    const minimums = () => Promise.all(processes.map(async (each) => (await each.current()).rules.minLength));
    expect(await minimums()).toEqual([6, 6]);
    await desk.set({ minPasswordLength: 12 }, BY);
    await desk.appliedEverywhere();
    expect(await minimums()).toEqual([12, 12]);
  });

  test('keeps unnamed settings, and is in the history with author and time', async () => {
    const at = new Date('2026-11-22T10:00:00Z');
    const dated = createPolicyDesk({ db, clock: () => at });
    await dated.set({ minPasswordLength: 8 }, BY);
    await dated.set({ maxPasswordLength: 64, allowedNonAlphanumericCharacters: '!?' }, { by: 'li' });
    expect(await desk.history()).toMatchObject([
      {
        version: 2,
        by: 'li',
        at,
        settings: { minPasswordLength: 8, maxPasswordLength: 64, allowedNonAlphanumericCharacters: '!?' },
      },
      { version: 1, by: 'ana', at, settings: { minPasswordLength: 8, maxPasswordLength: 4096 } },
    ]);
  });

  test('is validated but not stored in a dry run', async () => {
    expect(await desk.set({ minPasswordLength: 8 }, { ...BY, dryRun: true })).toMatchObject({ version: 1 });
    expect(await desk.current()).toBeNull();
  });

  test('concurrent with others is applied after them, and none is lost', async () => {
    await desk.set({ minPasswordLength: 8 }, BY);
    const flags = ['containsLowercaseCharacter', 'containsUppercaseCharacter', 'containsNumericCharacter'] as const;
    await Promise.all(flags.map((flag) => desk.set({ [flag]: true }, BY)));
    expect(await desk.current()).toMatchObject({
      version: 4,
      settings: Object.fromEntries(flags.map((flag) => [flag, true])),
    });
  });

  test.each<[Partial<PolicySettings>, string]>([
    [{ maxPasswordLength: 64 }, 'minPasswordLength: must be named with the first policy'],
    [{ minPasswordLength: 5 }, 'minPasswordLength: must be a whole number from 6 to 30'],
    [{ minPasswordLength: 31 }, 'minPasswordLength: must be a whole number from 6 to 30'],
    [
      { minPasswordLength: 20, maxPasswordLength: 19 },
      'maxPasswordLength: must be a whole number from minPasswordLength (20) to 4096',
    ],
    [
      { minPasswordLength: 8, maxPasswordLength: 4097 },
      'maxPasswordLength: must be a whole number from minPasswordLength (8) to 4096',
    ],
    ...['!!', 'a', '!é', '🙂', ' '].map((allowedNonAlphanumericCharacters): [Partial<PolicySettings>, string] => [
      { minPasswordLength: 8, allowedNonAlphanumericCharacters },
      'allowedNonAlphanumericCharacters: must be punctuation of ASCII, each character once',
    ]),
    [
      { minPasswordLength: 8, allowedNonAlphanumericCharacters: '', containsNonAlphanumericCharacter: true },
      'allowedNonAlphanumericCharacters: must hold a character while containsNonAlphanumericCharacter is true',
    ],
  ])('to %j is refused with field and rule', async (change, refusal) => {
    await expect(desk.set(change, BY)).rejects.toThrow(refusal);
    expect(await desk.history()).toEqual([]);
  });
});

describe('settings on the command line', () => {
  test("are name=value words with the wire's names", () => {
    expect(
      parseSettings([
        'minPasswordLength=8',
        'containsNumericCharacter=true',
        'allowedNonAlphanumericCharacters=!=?',
        'enforcementState=ENFORCE',
        'forceUpgradeOnSignin=false',
      ]),
    ).toEqual({
      minPasswordLength: 8,
      containsNumericCharacter: true,
      allowedNonAlphanumericCharacters: '!=?',
      enforcementState: 'ENFORCE',
      forceUpgradeOnSignin: false,
    });
  });

  test.each([
    [['minLength=8'], /^minLength: is not one of the settings: minPasswordLength, /],
    [['constructor=1'], /^constructor: is not one of the settings/],
    [['minPasswordLength'], /^minPasswordLength: needs a value, such as minPasswordLength=8$/],
    [['minPasswordLength=eight'], /^minPasswordLength: must be a whole number$/],
    [['containsNumericCharacter=yes'], /^containsNumericCharacter: must be true or false$/],
    [['enforcementState=ON'], /^enforcementState: must be OFF or ENFORCE$/],
    [['minPasswordLength=8', 'minPasswordLength=9'], /^minPasswordLength: is named twice$/],
  ])('%j is refused with field and rule', (words, refusal) => {
    expect(() => parseSettings(words)).toThrow(refusal);
  });
});
