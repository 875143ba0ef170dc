import { expect, test } from 'vitest';
import { createAnswerCache } from './answer-cache.ts';

/** Returns "1", "2" … and counts the calls. */
function renderer(works = true) {
  let calls = 0;
  return { render: () => Promise.resolve(works ? String(++calls) : undefined), calls: () => calls };
}

test('an answer is made once, also for concurrent requests', async () => {
  const cache = createAnswerCache<string>();
  const { render, calls } = renderer();
  const answers = await Promise.all([cache.get('en /', '', render), cache.get('en /', '', render)]);
  answers.push(await cache.get('en /', '', render));
  expect(answers).toEqual(['1', '1', '1']);
  expect(calls()).toBe(1);
});

test('languages and paths have separate entries', async () => {
  const cache = createAnswerCache<string>();
  const { render } = renderer();
  await cache.get('en /', '', render);
  expect(await cache.get('fr /', '', render)).toBe('2');
});

test('a new version and the maximum age make an answer stale', async () => {
  let now = 0;
  const cache = createAnswerCache<string>({ maxAgeMs: 60_000, now: () => now });
  const { render } = renderer();
  await cache.get('en /', '', render);
  expect(await cache.get('en /', 'france-3gb', render)).toBe('2');
  now = 60_000;
  expect(await cache.get('en /', 'france-3gb', render)).toBe('3');
});

test('its size is limited: the least recently used answer is evicted', async () => {
  const cache = createAnswerCache<string>({ maxEntries: 2 });
  const { render } = renderer();
  for (const key of ['a', 'b', 'a', 'c']) await cache.get(key, '', render);
  expect(cache.size).toBe(2);
  expect(await cache.get('a', '', render)).toBe('1');
  expect(await cache.get('b', '', render)).toBe('4');
});

test('a missing answer and a failure are not cached', async () => {
  const cache = createAnswerCache<string>();
  const missing = renderer(false);
  await cache.get('en /plans/local/atlantis', '', missing.render);
  expect(cache.size).toBe(0);
  await expect(cache.get('en /', '', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(cache.size).toBe(0);
});
