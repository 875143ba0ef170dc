import { expect, test } from 'vitest';
import { type CachedPage, createPageCache } from './page-cache.ts';

const page = (html: string, status = 200): CachedPage => ({ status, headers: [], html });

/** Renders "1", "2" … and counts. */
function renderer(status = 200) {
  let calls = 0;
  return { render: () => Promise.resolve(page(String(++calls), status)), calls: () => calls };
}

test('a page is rendered once, also for requests that come at the same time', async () => {
  const cache = createPageCache();
  const { render, calls } = renderer();
  const answers = await Promise.all([cache.get('en /', '', render), cache.get('en /', '', render)]);
  answers.push(await cache.get('en /', '', render));
  expect(answers.map(({ html }) => html)).toEqual(['1', '1', '1']);
  expect(calls()).toBe(1);
});

test('languages and paths are kept apart', async () => {
  const cache = createPageCache();
  const { render } = renderer();
  await cache.get('en /', '', render);
  expect((await cache.get('fr /', '', render)).html).toBe('2');
});

test('a change of availability and age make a page stale', async () => {
  let now = 0;
  const cache = createPageCache({ maxAgeMs: 60_000, now: () => now });
  const { render } = renderer();
  await cache.get('en /', '', render);
  expect((await cache.get('en /', 'france-3gb', render)).html).toBe('2');
  now = 60_000;
  expect((await cache.get('en /', 'france-3gb', render)).html).toBe('3');
});

test('it is bounded: the page not used for longest goes first', async () => {
  const cache = createPageCache({ maxEntries: 2 });
  const { render } = renderer();
  for (const key of ['a', 'b', 'a', 'c']) await cache.get(key, '', render);
  expect(cache.size).toBe(2);
  expect((await cache.get('a', '', render)).html).toBe('1');
  expect((await cache.get('b', '', render)).html).toBe('4');
});

test('neither an error page nor a failure is kept', async () => {
  const cache = createPageCache();
  const missing = renderer(404);
  await cache.get('en /plans/local/atlantis', '', missing.render);
  expect(cache.size).toBe(0);
  await expect(cache.get('en /', '', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(cache.size).toBe(0);
});
