import { expect, test } from 'vitest';
import { loadCommonPasswords } from './rules.ts';
import { createPasswords } from './passwords.ts';

const known = { matches: () => Promise.reject(new Error('no hash from elsewhere is expected here')) };

test('a hash is Argon2id with its own salt, and only the correct password matches it', async () => {
  const passwords = createPasswords({ concurrency: 2, known });
  const [one, two] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(two).not.toBe(one);
  expect(await passwords.matches(one, 'correct horse')).toBe(true);
  expect(await passwords.matches(one, 'correct mule')).toBe(false);
});

test('a letter matches in both its composed and decomposed form', async () => {
  const passwords = createPasswords({ concurrency: 1, known });
  expect(await passwords.matches(await passwords.hash('caf\u00e9 noir'), 'cafe\u0301 noir')).toBe(true);
});

test('an unknown account uses a slot of the pool like a known one, and never matches', async () => {
  const passwords = createPasswords({ concurrency: 1, waiting: 0, known });
  const stored = await passwords.hash('correct horse');
  for (const hash of [stored, null]) {
    const working = passwords.matches(hash, 'wrong');
    await expect(passwords.hash('another')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await working).toBe(false);
  }
});

test('the pool limits concurrency, and refuses work when its queue is full', async () => {
  const passwords = createPasswords({ concurrency: 1, waiting: 3, known });
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => passwords.hash('correct horse')));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  expect(
    outcomes.filter((each) => each.status === 'rejected').every((each) => each.reason.code === 'unavailable'),
  ).toBe(true);
  await expect(passwords.hash('correct horse')).resolves.toBeDefined();
});

test('the bundled list contains the most common passwords', () => {
  const common = loadCommonPasswords();
  for (const password of ['123456', 'password', 'qwerty', 'iloveyou'])
    expect(common.has(password), password).toBe(true);
});
