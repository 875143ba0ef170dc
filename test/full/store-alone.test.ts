import { execFile } from 'node:child_process';
import { cp, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const MAX_BYTES = 150_000_000;
const WORKSPACES = ['store', 'sandbox', 'scripts', 'test'];

test('npm ci of the store alone stays below 150 MB', { timeout: 600_000 }, async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'cairn-store-alone-'));
  try {
    for (const folder of ['.', ...WORKSPACES]) {
      await mkdir(path.join(dir, folder), { recursive: true });
      await cp(path.join(ROOT, folder, 'package.json'), path.join(dir, folder, 'package.json'));
    }
    await cp(path.join(ROOT, 'package-lock.json'), path.join(dir, 'package-lock.json'));
    await promisify(execFile)('npm', ['ci', '--workspace', 'store', '--omit=dev', '--no-audit', '--no-fund'], {
      cwd: dir,
    });
    const bytes = await bytesIn(path.join(dir, 'node_modules'));
    console.log(`${Math.round(bytes / 1e6)} MB`);
    expect(bytes).toBeGreaterThan(10_000_000);
    expect(bytes).toBeLessThan(MAX_BYTES);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});

/** The disk space of files in blocks of 4 KB, without links. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => Math.ceil((await lstat(file)).size / 4096) * 4096));
  return sizes.reduce((sum, size) => sum + size, 0);
}
