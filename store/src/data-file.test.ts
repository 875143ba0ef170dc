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

test('generated keys are stored and reused', async () => {
  const first = await sandboxSecretKeys(dir);
  expect(first).toEqual([{ id: 'sandbox', key: expect.objectContaining({ length: 32 }) }]);
  expect(await sandboxSecretKeys(dir)).toEqual(first);
});

test.each(['', '[', '[]', '{}', '[{"id":"sandbox","key":"c2hvcnQ="}]', '\0\0\0\0'])(
  'a data file that contains %j is reported with its name and a remedy',
  async (text) => {
    const file = path.join(dir, 'secret-keys.json');
    await writeFile(file, text);
    await expect(sandboxSecretKeys(dir)).rejects.toMatchObject({
      code: 'startup-error',
      message: expect.stringMatching(/secret-keys\.json can't be read .* restore it from a copy/),
    });
  },
);
