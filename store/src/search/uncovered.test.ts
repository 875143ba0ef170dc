import { expect, it } from 'vitest';
import destinations from '#data/catalogue/destinations.json' with { type: 'json' };
import { findUncovered } from './uncovered.ts';

it('a place without plans is recognised in both languages, with existing destinations nearby', () => {
  expect(findUncovered('  antarctique ')).toMatchObject({
    name: { en: 'Antarctica' },
    near: expect.arrayContaining(['chile']),
  });
  expect(findUncovered('esim Corée du Nord')?.near).toContain('south-korea');
  const slugs = new Set(destinations.map(({ slug }) => slug));
  for (const name of ['Cuba', 'Syrie', 'Yemen', 'Sao Tome and Principe', 'Venezuela', 'wallis'])
    expect(
      findUncovered(name)?.near.every((slug) => slugs.has(slug)),
      name,
    ).toBe(true);
});

it('other words are no such place', () => {
  for (const query of ['', 'esim', 'France', 'Cub', 'x'.repeat(10_000)]) expect(findUncovered(query)).toBeUndefined();
});
