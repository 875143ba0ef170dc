import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { leftOut } from './left-out.ts';

const LOCKED = {
  'node_modules/hash': {},
  'node_modules/@hash/linux-arm64-gnu': { cpu: ['arm64'], os: ['linux'], libc: ['glibc'] },
  'node_modules/@hash/linux-arm64-musl': { cpu: ['arm64'], os: ['linux'], libc: ['musl'] },
  'node_modules/@hash/linux-x64-gnu': { cpu: ['x64'], os: ['linux'], libc: ['glibc'] },
  'node_modules/@hash/darwin-arm64': { cpu: ['arm64'], os: ['darwin'] },
  'node_modules/unrelated-arm64': { cpu: ['arm64'], os: ['linux'] },
};

test('a native package whose download failed is named; those of other platforms are not missed', () => {
  const modules = mkdtempSync(path.join(tmpdir(), 'cairn-modules-'));
  onTestFinished(() => rmSync(modules, { recursive: true }));
  const install = (name: string, manifest: object = {}) => {
    mkdirSync(path.join(modules, name), { recursive: true });
    writeFileSync(path.join(modules, name, 'package.json'), JSON.stringify(manifest));
  };
  const natives = ['linux-arm64-gnu', 'linux-arm64-musl', 'linux-x64-gnu', 'darwin-arm64'].map(
    (each) => `@hash/${each}`,
  );
  install('hash', { optionalDependencies: Object.fromEntries(natives.map((name) => [name, '1.0.0'])) });

  expect(leftOut(modules, 'arm64', LOCKED)).toEqual(['@hash/linux-arm64-gnu']);
  install('@hash/linux-arm64-gnu');
  expect(leftOut(modules, 'arm64', LOCKED)).toEqual([]);
});
