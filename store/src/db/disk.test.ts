import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isDiskFull } from './disk.ts';

test('a disk counts as full before its last byte is used', async () => {
  expect(await isDiskFull(tmpdir(), 0)).toBe(false);
  expect(await isDiskFull(tmpdir(), Number.MAX_SAFE_INTEGER)).toBe(true);
  expect(await isDiskFull(path.join(tmpdir(), 'no', 'such', 'folder'), Number.MAX_SAFE_INTEGER)).toBe(false);
});
