import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { exec } from './exec.mjs';
import { precompress } from './precompress.mjs';
import { oneAtATime } from './hold.mjs';
import { withNodeOnPath } from './runtime.mjs';
import { COMPILE_CACHE, OPS_BUNDLE } from './production.mjs';
import { Fault, ROOT, say } from './say.mjs';

/** The build outputs with their sources. The site comes first. */
const PARTS = [
  {
    name: 'site',
    sources: [
      'store/src/web',
      'store/src/ui',
      'store/src/i18n',
      'store/src/shared',
      'store/src/search',
      'store/src/content',
      'store/src/offline',
      'store/content',
      'store/data/catalogue/destinations.json',
      'scripts/content.ts',
      'scripts/content',
      'scripts/build-offline.ts',
      'store/public',
      'store/vite.config.ts',
      'store/collect-css.ts',
      'store/react-router.config.ts',
      'tsconfig.json',
      'tsconfig.base.json',
      'tsconfig.browser.json',
      'package-lock.json',
    ],
    build: buildSite,
  },
  {
    name: 'server',
    sources: ['store/src', 'store/data', 'store/package.json', 'scripts/build-server.ts', 'package-lock.json'],
    build: buildServer,
  },
];
const stampOf = ({ name }) => path.join(ROOT, 'store/build', `.${name}-stamp`);

/** Builds the server's bundle when its sources changed. Tests call it before they start the built store. */
export function ensureServerBuilt(node) {
  return ensureBuilt(node, { parts: PARTS.filter(({ name }) => name === 'server') });
}

/** Builds the site and the server's bundle when their sources changed since the last build. */
export async function ensureBuilt(node, { always = false, parts = PARTS } = {}) {
  const wanted = new Map(parts.map((part) => [part, hashOf(part.sources)]));
  const isBuilt = (part) => hasStamp(part, wanted.get(part));
  if (!always && parts.every(isBuilt)) return;
  await oneAtATime('build', async () => {
    for (const part of parts) {
      if (!always && isBuilt(part)) continue;
      say(`building the ${part.name} …`);
      rmSync(stampOf(part), { force: true });
      await part.build(node, wanted.get(part));
      mkdirSync(path.dirname(stampOf(part)), { recursive: true });
      writeFileSync(stampOf(part), wanted.get(part));
    }
  });
}

function hasStamp(part, hash) {
  return existsSync(stampOf(part)) && readFileSync(stampOf(part), 'utf8') === hash;
}

/**
 * The script of the operators' commands: the bundle, or the sources where they changed since it was built. A new bundle
 * would remove files that a running store has not loaded yet.
 */
export function opsScript() {
  const server = PARTS.find(({ name }) => name === 'server');
  return hasStamp(server, hashOf(server.sources)) ? OPS_BUNDLE : 'store/src/ops/main.ts';
}

async function buildServer(node) {
  await step(node, ['scripts/build-server.ts'], 'The server could not be bundled');
  rmSync(COMPILE_CACHE, { recursive: true, force: true });
}

async function buildSite(node, hash) {
  const version = hash.slice(0, 12);
  await step(node, ['node_modules/@react-router/dev/bin.cjs', 'build', 'store'], 'The site could not be built', {
    CAIRN_BUILD: version,
  });
  // After the pages, because their build empties the folder.
  await buildContent(node);
  await step(node, ['scripts/build-offline.ts', version], 'The offline document could not be built');
  await precompress(path.join(ROOT, 'store/build/client'));
}

/** Compiles the texts of store/content/ to store/build/content.json. */
export async function buildContent(node) {
  await step(node, ['scripts/content.ts'], 'The texts of store/content/ could not be built');
}

async function step(node, args, failure, env = {}) {
  const { code, output } = await exec(node, args, {
    capture: true,
    env: withNodeOnPath(node, { ...process.env, ...env }),
    endsWithUs: true,
  });
  if (code !== 0) throw new Fault(`${failure}:\n${output.trim()}`);
}

function hashOf(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesIn(source))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesIn(source) {
  const full = path.join(ROOT, source);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [source];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesIn(path.join(source, name)));
}
