import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxSecretKeys } from './secret-keys.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'cairn-data-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test('keys that were generated are kept', async () => {
  const first = await sandboxSecretKeys(dir);
  expect(first).toEqual([{ id: 'sandbox', key: expect.objectContaining({ length: 32 }) }]);
  expect(await sandboxSecretKeys(dir)).toEqual(first);
});

test.each(['', '[', '[]', '{}', '[{"id":"sandbox","key":"c2hvcnQ="}]', '\0\0\0\0'])(
  'a file of the data directory that holds %j is named, with what to do',
  async (text) => {
    const file = path.join(dir, 'secret-keys.json');
    await writeFile(file, text);
    await expect(sandboxSecretKeys(dir)).rejects.toMatchObject({
      code: 'startup-error',
      message: expect.stringMatching(/secret-keys\.json can't be read .* restore it from a copy/),
    });
  },
);
