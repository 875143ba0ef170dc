import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { isDiskFull } from './disk.ts';

test('a disk is full before nothing is left of it', async () => {
  expect(await isDiskFull(tmpdir(), 0)).toBe(false);
  expect(await isDiskFull(tmpdir(), Number.MAX_SAFE_INTEGER)).toBe(true);
});
