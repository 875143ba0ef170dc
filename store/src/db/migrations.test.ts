import { expect, test } from 'vitest';
import { parseMigration } from './migrations.ts';

test('a migration states its compatibility and how it runs', () => {
  const text = `-- works with: 1.2.3\n-- runs: in batches\nupdate a set b = 1;\n--> statement-breakpoint\n-- the second one\nupdate c set d = 2;\n`;
  expect(parseMigration('0001_x', text)).toMatchObject({
    worksWith: '1.2.3',
    runs: 'in batches',
    statements: [expect.stringContaining('update a'), expect.stringContaining('update c')],
  });
  expect(parseMigration('0001_x', '-- works with: 1.0.0\nselect 1').runs).toBe('in a transaction');
});

test.each([
  ['nothing of what it works with', 'select 1', 'the oldest version'],
  ['a version that is none', '-- works with: 1.0\nselect 1', 'the oldest version'],
  ['an unknown way to run', '-- works with: 1.0.0\n-- runs: at night\nselect 1', '"runs:" must be one of'],
])('one that says %s is refused', (_, text, message) => {
  expect(() => parseMigration('0001_x', text)).toThrow(message);
});
